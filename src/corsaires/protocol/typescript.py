"""A JSON Schema of the wire as TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

Schema = dict[str, Any]

HEAD: Final = "// What goes over the wire. Made by `python -m corsaires.protocol.schema`; do not edit.\n"
_NAMES: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
WIDTH: Final = 100


def written(schema: Schema) -> str:
    """Every definition of a schema as an exported type."""
    return "\n".join([HEAD, *(_definition(name, one) for name, one in schema["$defs"].items())])


def _definition(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"{_doc(schema, '')}export type {name} ={_folded(_type(schema))};\n"
    fields = "".join(_fields(schema))
    return f"{_doc(schema, '')}export interface {name} {{\n{fields}}}\n"


def _fields(schema: Schema) -> Iterator[str]:
    required = schema.get("required", [])
    for name, one in schema["properties"].items():
        key = name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)
        yield f"{_doc(one, '  ')}  {key}{'' if name in required else '?'}: {_type(one)};\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'unknown'}>"
    return _NAMES.get(schema.get("type", ""), "unknown")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    inner = _type(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _folded(text: str) -> str:
    """A long union, one member a line."""
    return f" {text}" if len(text) < WIDTH else "\n  | " + text.replace(" | ", "\n  | ")


def _doc(schema: Schema, indent: str) -> str:
    lines = [line.strip() for line in schema.get("description", "").strip().replace("*/", "* /").splitlines()]
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    inner = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inner}{indent} */\n"
