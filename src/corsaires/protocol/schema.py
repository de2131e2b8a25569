"""Everything on the wire as JSON Schema and as TypeScript: `python -m corsaires.protocol.schema` writes both files."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import msgspec

from corsaires.games.korsar.options import Option
from corsaires.protocol import messages, shapes
from corsaires.protocol.chart import LesCorsairesChart
from corsaires.protocol.coast import LesCorsairesCoast
from corsaires.protocol.mould import SOURCES, Shape, shape, union
from corsaires.protocol.typescript import written

Schema = dict[str, Any]

ROOT: Final = Path(__file__).parents[3]
JSON_FILE: Final = Path("docs/protocol/schema.json")
TYPESCRIPT_FILE: Final = Path("web/src/net/protocol.ts")

_REF: Final = "#/$defs/{name}"
_NULL: Final = {"type": "null"}
_COMMENT: Final = re.compile(r"\s+(\w+): .*?  # (.+)")


def json_schema(*types: Any, received: Iterable[Any] = (), **named: Any) -> Schema:
    """The schema of types, and of unions by the name each shall have.

    Of what is sent every field is there; of what is `received` those with a default may be left out.
    """
    received = list(received)
    given = [*types, *received, *named.values()]
    found, definitions = msgspec.json.schema_components(given, ref_template=_REF)
    named_schemas = dict(zip(named, found[len(found) - len(named) :], strict=True))
    lenient = set(_structs(received))
    for struct in _structs(given):
        _describe(definitions[struct.__name__], struct, whole=struct not in lenient)
    definitions = {name: _with_names(schema, named_schemas) for name, schema in sorted(definitions.items())}
    aliases = {
        name: _with_names(schema, {other: one for other, one in named_schemas.items() if other != name})
        for name, schema in named_schemas.items()
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**aliases, **definitions}}


def typescript(*types: Any, received: Iterable[Any] = (), **named: Any) -> str:
    """The same as `json_schema` gives, as TypeScript."""
    return written(json_schema(*types, received=received, **named))


def _structs(types: list[Any]) -> Iterator[Shape]:
    """Every Struct in these types, once."""
    found: set[Shape] = set()
    left = list(types)
    while left:
        one = left.pop()
        if not (isinstance(one, type) and issubclass(one, msgspec.Struct)):
            left += get_args(one)
        elif one not in found:
            found.add(one)
            left += [field.type for field in msgspec.structs.fields(one)]
            yield one


def _describe(schema: Schema, struct: Shape, *, whole: bool) -> None:
    """Add what the source says: comments beside fields, and whether a field is always there."""
    source: type = SOURCES.get(struct, struct)
    if (schema.get("description") or "").startswith(f"{source.__name__}("):
        del schema["description"]  # Python's, not ours
    comments, required = _comments(source), schema.setdefault("required", [])
    for field in msgspec.structs.fields(struct):
        value = schema["properties"][field.encode_name]
        if field.name in comments:
            value.setdefault("description", comments[field.name])
        if whole and field.default is not msgspec.UNSET and not struct.__struct_config__.omit_defaults:
            value.pop("default", None)
            if field.encode_name not in required:
                required.append(field.encode_name)


def _comments(source: type) -> dict[str, str]:
    """The comments beside the fields of a class."""
    found = map(_COMMENT.match, inspect.getsource(source).splitlines())
    return {match[1]: re.sub(r"\bNone\b", "null", match[2]) for match in found if match}


def _with_names(schema: Any, named: dict[str, Schema]) -> Any:
    """A schema with references where it repeats a named union."""
    if isinstance(schema, list):
        return [_with_names(one, named) for one in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: _with_names(one, named) for key, one in schema.items()}
    members = schema.get("anyOf")
    for name, one in named.items():
        if members and [member for member in members if member != _NULL] == one.get("anyOf"):
            del schema["anyOf"]
            schema.pop("discriminator", None)
            ref = {"$ref": _REF.format(name=name)}
            return {**({"anyOf": [ref, _NULL]} if _NULL in members else ref), **schema}
    return schema


# --- the files ---


def everything() -> Schema:
    """All messages, and the parts of views that go inside them."""
    received, named = [messages.MESSAGES_IN], {"MessageIn": messages.MESSAGES_IN, "MessageOut": messages.MESSAGES_OUT}
    return json_schema(
        LesCorsairesChart,
        LesCorsairesCoast,
        received=received,
        **named,
        Open=union((shapes.KorsarOpen, shapes.LesCorsairesOpen)),
        You=union((shapes.KorsarYou, shapes.LesCorsairesYou)),
        Events=Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema=_EVENTS)],
        KorsarEvent=shapes.KorsarEvent,
        LesCorsairesEvent=shapes.LesCorsairesEvent,
        KorsarOption=union(shape(kind) for kind in get_args(Option)),
    )


_EVENTS: Final[Schema] = {
    "anyOf": [
        {"type": "array", "items": {"$ref": "#/$defs/KorsarEvent"}},
        {"type": "array", "items": {"$ref": "#/$defs/LesCorsairesEvent"}},
    ]
}


def files() -> dict[Path, str]:
    """What the files have to be, by their places in the project."""
    schema = everything()
    return {
        JSON_FILE: json.dumps(schema, indent=2, ensure_ascii=False) + "\n",
        TYPESCRIPT_FILE: written(schema),
    }


def main() -> None:
    for path, text in files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
