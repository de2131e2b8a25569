"""A NamedTuple of a game as a Struct for the wire, and the function that fills it: written and compiled once a type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

Kind = type[tuple[Any, ...]]  # a NamedTuple
Shape = type[msgspec.Struct]

TAG: Final = "kind"  # the field that names the class where there are several
SOURCES: Final[dict[Shape, Kind]] = {}  # what each shape was made from
PLAIN: Final = (int, str, bool, NoneType)
_SHAPES: Final[dict[Kind, Shape]] = {}
_TAGGED: Final[set[Kind]] = set()


def shape(kind: Kind) -> Shape:
    """The Struct with all fields of a NamedTuple, made once."""
    if kind not in _SHAPES:
        tag = {"tag_field": TAG, "tag": kind.__name__} if kind in _TAGGED else {}
        _SHAPES[kind] = part(kind, _name(kind), kind._fields, **tag)  # type: ignore[attr-defined]
    return _SHAPES[kind]


def part(kind: Kind, name: str, sent: tuple[str, ...], **tag: str) -> Shape:
    """A Struct with the fields of a NamedTuple that are sent, and no others."""
    hints = get_type_hints(kind)
    fields = [(field, wire(hints[field])) for field in sent]
    made = msgspec.defstruct(name, fields, namespace={"__doc__": kind.__doc__}, frozen=True, gc=False, **tag)  # type: ignore[arg-type]
    SOURCES[made] = kind
    return made


def wire(hint: Any) -> Any:
    """A type as it goes over the wire: shapes for NamedTuples, lists for tuples of any length."""
    if is_kind(hint):
        return shape(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple and inner[-1] is ...:
        return list[wire(inner[0])]  # type: ignore[misc]
    if origin is tuple:
        return tuple[tuple(wire(one) for one in inner)]  # type: ignore[misc]
    if origin is dict:
        return dict[inner[0], wire(inner[1])]  # type: ignore[misc, valid-type]
    if origin in (Union, UnionType):
        _tag([one for one in inner if is_kind(one)])
        return union(wire(one) for one in inner)
    if hint in PLAIN:
        return hint
    raise TypeError(f"{hint} is not for the wire")


def union(types: Iterable[Any]) -> Any:
    """One of these types."""
    return reduce(or_, types)


def is_kind(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def filler(kind: Kind, made: Shape) -> Callable[[Any], msgspec.Struct]:
    """The function that makes this Struct out of its NamedTuple."""
    names: dict[str, Any] = {}
    filled: Callable[[Any], msgspec.Struct] = eval(f"lambda x: {_filled(kind, made, 'x', names)}", names)
    return filled


def _tag(kinds: list[Kind]) -> None:
    """Several kinds in one place are told apart by their names, everywhere."""
    if len(kinds) <= 1:
        return
    late = [kind.__name__ for kind in kinds if kind in _SHAPES and kind not in _TAGGED]
    if late:
        raise TypeError(f"{late} stand alone in one place and beside others in another")
    _TAGGED.update(kinds)


def _name(kind: Kind) -> str:
    """With the name of its game: both have an Ended."""
    game = kind.__module__.split(".")[-2]
    return game.title().replace("_", "") + kind.__name__


# --- the text of a filler: what is the same on both sides is handed over as it is ---


def _filled(kind: Kind, made: Shape, value: str, names: dict[str, Any]) -> str:
    hints = get_type_hints(kind)
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    struct = _named(made, names)
    given = [(f"{value}[{fields.index(field)}]", hints[field]) for field in made.__struct_fields__]
    parts = [_converted(hint, place, names) for place, hint in given]
    if parts == [f"{value}[{n}]" for n in range(len(fields))]:
        return f"{struct}(*{value})"
    return f"{struct}({', '.join(parts)})"


def _converted(hint: Any, value: str, names: dict[str, Any]) -> str:
    """The text of the value on the wire."""
    if is_kind(hint):
        return _filled(hint, shape(hint), value, names)
    origin, inner = get_origin(hint), get_args(hint)
    if not any(_holds_kinds(one) for one in inner):
        return value
    each = value.partition("[")[0] + "x"  # x, and xx within it
    if origin is tuple and inner[-1] is ...:
        return f"[{_converted(inner[0], each, names)} for {each} in {value}]"
    if origin is dict:
        return f"{{k: {_converted(inner[1], each, names)} for k, {each} in {value}.items()}}"
    if origin in (Union, UnionType):
        return _chosen(inner, value, names)
    raise TypeError(f"{hint} is not for the wire")


def _chosen(inner: tuple[Any, ...], value: str, names: dict[str, Any]) -> str:
    """One of several kinds, or nothing."""
    if not all(is_kind(one) or one is NoneType for one in inner):
        raise TypeError(f"{inner} is not for the wire")
    *others, last = [one for one in inner if is_kind(one)]
    text = _converted(last, value, names)
    for kind in others:
        text = f"{_converted(kind, value, names)} if type({value}) is {_named(kind, names)} else {text}"
    if NoneType in inner:
        text = f"None if {value} is None else {text}"
    return f"({text})"


def fillers(kinds: Iterable[Kind]) -> dict[Kind, Callable[[Any], msgspec.Struct]]:
    """The fillers of kinds that stand in one place."""
    kinds = list(kinds)
    _tag(kinds)
    return {kind: filler(kind, shape(kind)) for kind in kinds}


def _holds_kinds(hint: Any) -> bool:
    return is_kind(hint) or any(_holds_kinds(one) for one in get_args(hint))


def _named(thing: Any, names: dict[str, Any]) -> str:
    name = f"n{len(names)}"
    names[name] = thing
    return name
