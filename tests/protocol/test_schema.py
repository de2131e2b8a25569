"""The wire as JSON Schema and TypeScript."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from corsaires.protocol import schema
from corsaires.protocol.mould import union
from corsaires.protocol.schema import json_schema, typescript
from corsaires.protocol.shapes import RawOpen


class Move(msgspec.Struct, tag_field="type", tag="move"):
    """A player's move."""

    text: Annotated[str, msgspec.Meta(max_length=16)]
    version: int  # of the view it was chosen from; None is not a version
    ack: str | None = None


class Leave(msgspec.Struct, tag_field="type", tag="leave"):
    pass


class Told(msgspec.Struct, tag_field="type", tag="told"):
    open: RawOpen
    last: Move | Leave | None
    clocks: dict[int, float]
    places: list[tuple[int, str] | None]
    mood: Literal["calm", "rough"] = "calm"
    left: int | msgspec.UnsetType = msgspec.UNSET


class Bye(msgspec.Struct, tag_field="type", tag="bye", rename="camel"):
    the_reason: str  # why


EXPECTED = """\
// What goes over the wire. Made by `python -m corsaires.protocol.schema`; do not edit.

export type In = Move | Leave;

export type Out = Told | Bye;

export interface Bye {
  type: "bye";
  /** why */
  theReason: string;
}

export interface Leave {
  type: "leave";
}

/** A player's move. */
export interface Move {
  type: "move";
  text: string;
  /** of the view it was chosen from; null is not a version */
  version: number;
  ack?: string | null;
}

export interface Told {
  type: "told";
  open: Open;
  last: In | null;
  clocks: Record<string, number>;
  places: ([number, string] | null)[];
  mood: "calm" | "rough";
  left?: number;
}
"""


def test_typescript() -> None:
    """Tagged unions, null, tuples, records; a field with a default may be left out only of what is received."""
    assert typescript(received=[Move | Leave], In=Move | Leave, Out=Told | Bye) == EXPECTED


def test_json_schema() -> None:
    definitions = json_schema(received=[Move | Leave], In=union([Move, Leave]), Out=Told | Bye)["$defs"]
    assert definitions["In"]["discriminator"]["propertyName"] == "type"
    assert definitions["Move"]["properties"]["text"] == {"type": "string", "maxLength": 16}
    assert definitions["Move"]["required"] == ["type", "text", "version"]
    assert definitions["Told"]["properties"]["open"] == {"$ref": "#/$defs/Open"}
    assert definitions["Told"]["required"] == ["type", "open", "last", "clocks", "places", "mood"]


@pytest.mark.parametrize("path", [schema.JSON_FILE, schema.TYPESCRIPT_FILE], ids=str)
def test_the_files_are_fresh(path: Path) -> None:
    """If not: python -m corsaires.protocol.schema."""
    assert (schema.ROOT / path).read_text("utf-8") == schema.files()[path]


def test_every_reference_is_there() -> None:
    everything = schema.everything()

    def references(part: object) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if "$ref" in part else set()
            return own.union(*(references(one) for one in part.values()))
        return set().union(*(references(one) for one in part)) if isinstance(part, list) else set()

    assert references(everything) <= {f"#/$defs/{name}" for name in everything["$defs"]}
