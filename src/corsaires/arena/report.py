"""The report of an arena: one HTML file that needs nothing else, in French or English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import isinf
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any, Final, NamedTuple

import pyarrow as pa

from corsaires.arena.pictures import (
    HISTOGRAM,
    SMALL_HISTOGRAM,
    Scale,
    axis,
    compass,
    histogram,
    interval_bar,
    log_scale,
    scale,
    time_bar,
    whole_scale,
)
from corsaires.arena.statistics import ANCHOR, ERROR, Rating, Standing, Stopped, anchor_of, ladder, standings
from corsaires.arena.store import whole
from corsaires.arena.words import Words

STYLE: Final = Path(__file__).parent / "report.css"
HEAT: Final = 75.0  # Elo a shade of the matrix
SHADES: Final = 4
DEALS_SHOWN: Final = 8  # of the games lost by the same fault
FAULTS_SHOWN: Final = 40
TWO: Final = 2


class Setup(NamedTuple):
    """All that the report tells of one setup."""

    title: str
    sides: int
    bots: tuple[str, ...]  # the strongest first
    standings: tuple[Standing, ...]
    ratings: tuple[Rating, ...]
    games: tuple[dict[str, Any], ...]
    stopped: Stopped


def write_report(table: pa.Table, path: Path, language: str, stopped: Stopped = frozenset()) -> None:
    """Write the report of these games; a table without games gives a report that says so. Raises NotWritten."""
    with whole(path) as temporary:
        temporary.write_text(report(table, Words(language), stopped), "utf-8")


def report(table: pa.Table, words: Words, stopped: Stopped = frozenset()) -> str:
    """The whole page."""
    setups = _setups(table, stopped, words)
    body = [_header(setups, words), "<main>"]
    if not setups:
        body.append(f'<p class="panel">{words("run.empty")}</p>')
    if len(setups) > 1:
        body.append(_contents(setups))
    for at, setup in enumerate(setups, 1):
        body += [f'<section id="setup-{at}"><h2>{escape(setup.title)}</h2>', *_section(setup, words), "</section>"]
    if setups:
        body += [_faults(setups, words), _reading(words)]
    body.append("</main>")
    title = escape(words("run.title"))
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{STYLE.read_text('utf-8')}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _setups(table: pa.Table, stopped: Stopped, words: Words) -> list[Setup]:
    games: dict[str, list[dict[str, Any]]] = {}
    for game in table.to_pylist():
        games.setdefault(game["setup"], []).append(game)
    measured, rated = standings(table), ladder(table)
    found = []
    for name, played in games.items():
        first = played[0]
        ratings = tuple(rating for rating in rated if rating.setup == name)
        order = [rating.bot for rating in ratings]
        others = sorted({bot for game in played for bot in game["bots"]} - set(order))
        title = words.setup(name, first["seats"], first["sides"])
        met = tuple(standing for standing in measured if standing.setup == name)
        found.append(Setup(title, first["sides"], (*order, *others), met, ratings, tuple(played), stopped))
    return found


def _section(setup: Setup, words: Words) -> Iterable[str]:
    if not setup.standings:
        yield f'<p class="panel">{words("run.no_deal")}</p>'
    else:
        if setup.ratings:
            yield _verdict(setup, words)
            if any(met[:3] in setup.stopped for met in setup.standings):
                yield f'<p class="note">{words("sprt.note")}</p>'
            yield _ladder(setup.ratings, words)
        yield _matrix(setup, words)
        yield _pairings(setup, words)
    yield f'<div class="pair">{_scores(setup, words)}{_times(setup, words)}</div>'
    yield _length(setup, words)


# --- the run ---


def _header(setups: Sequence[Setup], words: Words) -> str:
    games = [game for setup in setups for game in setup.games]
    met = [standing for setup in setups for standing in setup.standings]
    counted = {
        "games": len(games),
        "deals": sum(standing.deals for standing in met),
        "bots": len({bot for setup in setups for bot in setup.bots}),
        "setups": len(setups),
    }
    faults = sum(game["fault"] is not None for game in games)
    facts = [(key, words.figure(number), words.count(f"run.{key}", number)) for key, number in counted.items()]
    seconds = sum(sum(game["cpu_seconds"]) for game in games)
    facts.append(("cpu", words.time(1000 * seconds), words("run.cpu")))
    if faults:
        facts.append(("faults", words.figure(faults), words.count("run.faults", faults)))
    listed = "".join(f'<div class="{key}"><dt>{escape(what)}</dt><dd>{n}</dd></div>' for key, n, what in facts)
    facts_shown = f'<dl class="run">{listed}</dl>' if games else ""
    waiting = len(games) - sum(standing.games for standing in met)
    notes = [words.count("run.waiting", waiting)] if waiting else []
    if len({game["code"] for game in games}) > 1:
        notes.append(words("run.codes"))
    noted = "".join(f"<p><small>{escape(note)}</small></p>" for note in notes)
    return (
        f"<header><div>{compass()}<div><h1>{escape(words('run.title'))}</h1>"
        f"<p>{escape(words('run.about'))}</p></div>{facts_shown}{noted}</div></header>"
    )


def _contents(setups: Sequence[Setup]) -> str:
    links = (f'<a href="#setup-{at}">{escape(setup.title)}</a>' for at, setup in enumerate(setups, 1))
    return f"<nav>{''.join(links)}</nav>"


def _reading(words: Words) -> str:
    keys = ("deals", "intervals", "elo", "prior", "faults")
    items = "".join(f"<li>{escape(words(f'reading.{key}'))}</li>" for key in keys)
    return f'<section class="panel reading"><h3>{escape(words("reading.title"))}</h3><ul>{items}</ul></section>'


# --- who is stronger ---


def _verdict(setup: Setup, words: Words) -> str:
    best, second = setup.ratings[0], setup.ratings[1].bot
    between = words.between(words.elo(best.low), words.elo(best.high))
    if best.bot == ANCHOR:
        said = words("verdict.anchor_first", bot=_bold(best.bot))
    elif ANCHOR in setup.bots:
        values = {"bot": _bold(best.bot), "elo": words.elo(best.elo), "anchor": _bold(ANCHOR), "between": between}
        said = words("verdict.anchor", **values)
    else:
        said = words("verdict.mean", bot=_bold(best.bot), elo=words.elo(best.elo), between=between)
    p_value = _doubt(best.bot, second, setup)
    if p_value < ERROR:
        sure = words("verdict.sure", second=_bold(second), p=_equals(words.probability(p_value)))
    else:
        sure = words("verdict.unsure", bot=_bold(best.bot), second=_bold(second))
    return f'<p class="verdict">{said} {sure}</p>'


def _doubt(bot: str, other: str, setup: Setup) -> float:
    """The p-value of the bot being ahead of the other; of the two pairings between more than two sides, the weaker."""
    fair = 1 / setup.sides
    between = [met for met in setup.standings if {met.lone, met.others} == {bot, other}]
    return max((met.p_value if (met.share > fair) == (met.lone == bot) else 1.0 for met in between), default=1.0)


def _ladder(ratings: Sequence[Rating], words: Words) -> str:
    over = scale([end for rating in ratings for end in (rating.low, rating.high)] + [0.0], margin=0.04)
    rows = "".join(_rung(rating, over, words) for rating in ratings)
    foot = _foot(over, [words.elo(tick) if tick else "0" for tick in over.ticks()])
    return _panel(words("ladder.title"), words.about_ladder(anchor_of(ratings)), rows + foot)


def _rung(rating: Rating, over: Scale, words: Words) -> str:
    low, elo, high = (words.elo(value) for value in (rating.low, rating.elo, rating.high))
    reference = rating.bot == ANCHOR
    said = words("ladder.drawn", bot=rating.bot, elo=elo, low=low, high=high)
    drawn = interval_bar(rating.low, rating.elo, rating.high, over, said)
    about = words("ladder.reference") if reference else words.between(low, high)
    return _row(rating.bot, drawn, f"<b>{'0' if reference else elo}</b><small>{about}</small>")


# --- the matrix ---


def _matrix(setup: Setup, words: Words) -> str:
    fair = 1 / setup.sides
    early = {(met.lone, met.others) for met in setup.standings if met[:3] in setup.stopped}
    cells = {(met.lone, met.others): (met.share, met.low, met.high, met.elo) for met in setup.standings}
    if setup.sides == TWO:
        mirrored = {(b, a): (1 - share, 1 - high, 1 - low, -elo) for (a, b), (share, low, high, elo) in cells.items()}
        cells = mirrored | cells
        early |= {(others, lone) for lone, others in early}
    about = words(
        "matrix.about_two" if setup.sides == TWO else "matrix.about_many",
        fair=words.percent(fair, 0),
        others=setup.sides - 1,
    )
    numbered = list(enumerate(setup.bots, 1))
    lone, others = ([(at, bot) for at, bot in numbered if bot in {pair[side] for pair in cells}] for side in (0, 1))
    head = "".join(f'<th scope="col">{at}<span class="long">{_name(bot)}</span></th>' for at, bot in others)
    rows = "".join(
        f'<tr><th scope="row"><i>{at}</i>{_name(bot)}</th>'
        + "".join(
            _cell(cells.get((bot, other)), fair, bot == other, (bot, other) in early, words) for _, other in others
        )
        + "</tr>"
        for at, bot in lone
    )
    key = "".join(
        f"<span>{sign} {words(f'matrix.{what}')}</span>"
        for sign, what in (("▲", "above"), ("▼", "below"), ("≈", "unsure"))
    )
    if early:
        key += f"<span>* {words('sprt.narrow')}</span>"
    content = (
        f'<table class="matrix" style="--bots:{len(others)}">'
        f"<colgroup><col>{'<col>' * len(others)}</colgroup>"
        f'<thead><tr><td class="corner"><small>{words("matrix.corner")}</small></td>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    title = words("matrix.title")
    return _panel(title, about, f'{_scroll(title, content)}<div class="key">{key}</div>')


def _cell(found: tuple[float, float, float, float] | None, fair: float, itself: bool, early: bool, words: Words) -> str:
    if found is None:
        what = words("matrix.itself" if itself else "matrix.unplayed")
        return f'<td class="itself" title="{escape(what)}">{"·" if itself else "—"}</td>'
    share, low, high, elo = found
    sign, what = ("▲", "above") if low > fair else ("▼", "below") if high < fair else ("≈", "unsure")
    ends = f"{words.figure(100 * low)}–{words.figure(100 * high)}{'*' if early else ''}"
    return (
        f'<td{_shade(elo)} title="{escape(words(f"matrix.{what}"))}"><b>{words.percent(share, 0)}</b>'
        f"<small><i>{sign}</i>{ends}</small></td>"
    )


def _shade(elo: float) -> str:
    depth = SHADES if isinf(elo) else min(SHADES, round(abs(elo) / HEAT))
    return f' class="{"w" if elo > 0 else "l"}{depth}"' if depth else ""


def _pairings(setup: Setup, words: Words) -> str:
    names = [words(f"pairings.{key}") for key in ("pairing", "deals", "share", "elo", "p", "faults")]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = "".join(_pairing_row(met, setup, names[1:], words) for met in setup.standings)
    listed = f'<table class="pairings"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    title = words("pairings.title")
    return _panel(title, words("pairings.about_p"), _scroll(title, listed))


def _pairing_row(met: Standing, setup: Setup, names: Sequence[str], words: Words) -> str:
    bots, others = {"lone": _bold(met.lone), "others": _bold(met.others)}, setup.sides - 1
    who = words("pairings.against", **bots) if others == 1 else words("pairings.among", n=others, **bots)
    if met[:3] in setup.stopped:
        who += f" <small>* {words('sprt.stopped')}</small>"
    figures = (
        words.figure(met.deals),
        _with_interval(words, words.percent(met.share), words.figure(100 * met.low, 1), words.percent(met.high)),
        _with_interval(words, *map(words.elo, (met.elo, met.elo_low, met.elo_high))),
        escape(words.probability(met.p_value)),
        words.figure(met.faults),
    )
    cells = "".join(
        f'<td class="{"main" if "<b>" in figure else "more"}" data-name="{escape(name)}">{figure}</td>'
        for name, figure in zip(names, figures, strict=True)
    )
    return f'<tr><th scope="row">{who}</th>{cells}</tr>'


def _with_interval(words: Words, value: str, low: str, high: str) -> str:
    return f"<b>{value}</b> <small>({words.between(low, high)})</small>"


# --- how the games went ---


def _scores(setup: Setup, words: Words) -> str:
    scores: dict[str, list[int]] = {bot: [] for bot in setup.bots}
    for game in _sound(setup):
        for bot, score in zip(game["bots"], game["scores"], strict=True):
            scores[bot].append(score)
    over = whole_scale([score for found in scores.values() for score in found])
    rows = "".join(_score_row(bot, found, over, words) for bot, found in scores.items() if found)
    foot = _foot(over, [words.figure(tick) for tick in over.ticks()], words("scores.score"))
    return _panel(words("scores.title"), words("scores.about"), rows + foot if rows else _none(words))


def _score_row(bot: str, scores: Sequence[int], over: Scale, words: Words) -> str:
    mean = fmean(scores)
    low, _, high = quantiles(scores, n=4) if len(scores) > 1 else (mean, mean, mean)
    values = {"low": words.figure(low), "high": words.figure(high)}
    said = words("scores.drawn", bot=bot, mean=words.figure(mean, 1), **values)
    drawn = histogram(scores, over, SMALL_HISTOGRAM, said, mean)
    about = words("scores.half", between=words.between(**values))
    return _row(bot, drawn, f"<b>{words.figure(mean, 1)}</b><small>{about}</small>")


def _length(setup: Setup, words: Words) -> str:
    plies = [game["plies"] for game in _sound(setup)]
    if not plies:
        return _panel(words("length.title"), words("length.about"), _none(words))
    values = {"median": words.figure(median(plies)), "low": words.figure(min(plies)), "high": words.figure(max(plies))}
    over = whole_scale(plies)
    drawn = histogram(plies, over, HISTOGRAM, words("length.drawn", **values), median(plies))
    foot = axis(over, [words.figure(tick) for tick in over.ticks()], words("length.moves"))
    about = f"{words('length.about')} {words('length.median', **values)}"
    return _panel(words("length.title"), about, drawn + foot)


def _times(setup: Setup, words: Words) -> str:
    times = {bot: found for bot in setup.bots if (found := _time_of(bot, setup))}
    if not times:
        return _panel(words("cpu.title"), words("cpu.about"), _none(words))
    over = log_scale([value for pair in times.values() for value in pair])
    rows = "".join(_time_row(bot, mean, slowest, over, words) for bot, (mean, slowest) in times.items())
    foot = _foot(over, [words.power(tick) for tick in over.ticks()])
    return _panel(words("cpu.title"), words("cpu.about"), rows + foot)


def _time_of(bot: str, setup: Setup) -> tuple[float, float] | None:
    """Milliseconds a move on average and at the slowest, over all seats the bot had."""
    seats = [(game, side) for game in setup.games for side, other in enumerate(game["bots"]) if other == bot]
    moves = sum(game["moves"][side] for game, side in seats)
    if not moves:
        return None
    seconds = sum(game["cpu_seconds"][side] for game, side in seats)
    return 1000 * seconds / moves, 1000 * max(game["slowest_seconds"][side] for game, side in seats)


def _time_row(bot: str, mean: float, slowest: float, over: Scale, words: Words) -> str:
    average, worst = words.time(mean), words.time(slowest)
    said = words("cpu.drawn", bot=bot, mean=average, slowest=worst)
    drawn = time_bar(max(mean, over.low), max(slowest, over.low), over, said)
    return _row(bot, drawn, f"<b>{average}</b><small>{words('cpu.slowest', time=worst)}</small>")


def _sound(setup: Setup) -> list[dict[str, Any]]:
    return [game for game in setup.games if game["fault"] is None]


# --- faults ---


def _faults(setups: Sequence[Setup], words: Words) -> str:
    found: dict[tuple[str, str, str], list[int]] = {}
    for setup in setups:
        for game in setup.games:
            if game["fault"] is not None:
                side = game["fault_side"]
                bot = words("faults.nobody") if side is None else game["bots"][side]
                why = words.fault(_reason(bot, game["fault"]))
                found.setdefault((bot, why, setup.title), []).append(game["deal"])
    lines = [_fault(*what, deals, words) for what, deals in sorted(found.items())]
    rest = f"<li>{words('faults.more')}</li>" if len(lines) > FAULTS_SHOWN else ""
    listed = f'<ul class="faults">{"".join(lines[:FAULTS_SHOWN])}{rest}</ul>'
    return _panel(words("faults.title"), "", listed if lines else f'<p class="none">{words("faults.none")}</p>')


def _reason(bot: str, fault: str) -> str:
    """The fault without whose and when, so that the same fault in many games is told once."""
    return re.sub(rf"^{re.escape(bot)}( at ply \d+| coming aboard)?: ", "", fault)


def _fault(bot: str, fault: str, setup: str, deals: Sequence[int], words: Words) -> str:
    different = sorted(set(deals))
    shown = ", ".join(map(str, different[:DEALS_SHOWN])) + (" …" if len(different) > DEALS_SHOWN else "")
    where = words(
        "faults.deals_one" if len(deals) == 1 else "faults.deals_many",
        n=words.figure(len(deals)),
        setup=setup,
        deals=shown,
    )
    said = words("faults.line", bot=_bold(bot), fault=escape(fault))
    return f"<li>{said}<small>{escape(where)}</small></li>"


# --- pieces of a page ---


def _panel(title: str, about: str, content: str) -> str:
    told = f'<p class="about">{about}</p>' if about else ""
    return f'<section class="panel"><h3>{escape(title)}</h3>{told}{content}</section>'


def _scroll(title: str, table: str) -> str:
    """A table that may be wider than the screen: it moves sideways, by the keyboard too."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(title)}">{table}</div>'


def _row(bot: str, drawn: str, figure: str) -> str:
    return f'<div class="row"><div class="name">{_name(bot)}</div>{drawn}<div class="figure">{figure}</div></div>'


def _foot(over: Scale, labels: Sequence[str], name: str = "") -> str:
    return f'<div class="row foot"><div class="blank"></div>{axis(over, labels, name)}<div class="blank"></div></div>'


def _none(words: Words) -> str:
    return f'<p class="none">{words("none.games")}</p>'


def _name(bot: str) -> str:
    """The name of a bot, which may break after a point, a colon or an underscore and before its budget."""
    name = escape(bot).replace("@", "<wbr>@")
    for sign in (":", ".", "_"):
        name = name.replace(sign, f"{sign}<wbr>")
    return name


def _bold(bot: str) -> str:
    return f"<b>{_name(bot)}</b>"


def _equals(probability: str) -> str:
    return escape(probability if probability.startswith("<") else f"=\u00a0{probability}")
