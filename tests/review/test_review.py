"""A finished game looked over: its figures, its turning points, as JSON and as a picture; and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

import corsaires
from corsaires.bots import Budget, Player, Ranked, Thought, load_bot
from corsaires.bots.search.thinker import SURE
from corsaires.games.kernel.jit import COMPILED
from corsaires.review.page import FORMAT, read, write
from corsaires.review.plot import draw
from corsaires.review.review import MISTAKE, review
from corsaires.review.shares import evened
from tests.review.bots import FATEFUL
from tests.review.games import korsar_record, sea_record

ORACLE = "tests.review.bots:Oracle"


def oracle() -> Player:
    return load_bot("korsar", ORACLE)


@cache
def fateful_record() -> Mapping[str, Any]:
    """A game in which somebody draws at the moment when the oracle would do anything else."""
    for seed in range(20):
        record = korsar_record(seed=seed, names=("Anne", "Théo"))
        table = corsaires.load("korsar", seats=2).redeal(record)
        for move in record["moves"]:
            if table.view(None).open.deck == FATEFUL and move == "+" and len(table.moves()) > 1:
                return record
            table.redo(move)
    raise AssertionError("nobody ever drew then")


def test_a_made_up_blunder_is_the_turning_point() -> None:
    reviewed = review(fateful_record(), oracle())
    [point] = [point for point in reviewed.turning if point.kind == "mistake"]
    ply = reviewed.plies[point.ply - 1]
    assert ply.move == "+" != ply.best
    assert (point.before, point.after) == (0.6, 0.1)
    assert ply.loss == pytest.approx(0.5)
    assert all(other.loss == 0 for other in reviewed.plies if other is not ply)
    assert point.reason["en"].startswith(f"{ply.best} rather than +: ")
    assert "60% to win instead of 10%." in point.reason["en"]
    assert " plutôt que +\u202f: " in point.reason["fr"]


def test_every_move_is_looked_at_with_the_shares_before_and_after() -> None:
    told: list[tuple[int, int]] = []
    record = korsar_record(3)
    reviewed = review(record, oracle(), lambda done, total: told.append((done, total)))
    moves = record["moves"]
    assert [ply.move for ply in reviewed.plies] == moves
    assert [ply.number for ply in reviewed.plies] == list(range(1, len(moves) + 1))
    assert told == [(done, len(moves)) for done in range(len(moves) + 1)]
    for ply, following in pairwise(reviewed.plies):
        assert ply.after == following.before
    assert reviewed.plies[-1].after == reviewed.result
    assert sum(reviewed.result) == pytest.approx(1)
    assert [side for side, share in enumerate(reviewed.result) if share] == record["result"]["winners"]


def test_partners_are_one_side() -> None:
    reviewed = review(korsar_record(4, True, names=("Ann", "Bo", "Cy", "Di")), oracle())
    assert reviewed.sides == 2
    assert all(ply.side == ply.seat // 2 for ply in reviewed.plies)
    assert [reviewed.side_name(side) for side in range(2)] == ["Ann + Bo", "Cy + Di"]


def test_a_bot_without_figures_gives_none() -> None:
    for record, game in ((korsar_record(), "korsar"), (sea_record(), "les-corsaires")):
        reviewed = review(record, load_bot(game, "matelot"))
        assert not reviewed.has_figures
        assert reviewed.turning == ()
        assert all(ply.loss is None and ply.best for ply in reviewed.plies)
        assert "matelot gives no figures" in draw(reviewed, "en")


@pytest.mark.skipif(not COMPILED, reason="a search")
def test_the_amiral_looks_over_a_game_the_same_way_twice() -> None:
    record, amiral = korsar_record(), load_bot("korsar", "amiral@40")
    once = review(record, amiral)
    assert once == review(record, amiral)
    for ply in once.plies:
        assert sum(ply.before) == pytest.approx(1)
        assert ply.loss is not None
        assert 0 <= ply.loss <= 1
    for point in once.turning:
        assert point.kind == "tide" or point.before - point.after >= MISTAKE


# --- JSON ---


def test_json_reads_back() -> None:
    for reviewed in (review(fateful_record(), oracle()), review(korsar_record(), load_bot("korsar", "matelot"))):
        page = json.loads(json.dumps(write(reviewed)))
        assert page["format"] == FORMAT
        assert read(page) == reviewed


@pytest.mark.parametrize("page", [{}, [], {"format": "corsaires-record/1"}, {"format": FORMAT}])
def test_what_is_no_review_is_refused(page: Any) -> None:
    with pytest.raises(corsaires.InvalidRecord):
        read(page)


# --- the picture ---


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_picture_is_whole_and_marks_every_turning_point(language: str) -> None:
    reviewed = review(fateful_record(), oracle())
    drawn = draw(reviewed._replace(names=("A<nne>", "B & co")), language)
    picture = ElementTree.fromstring(drawn)
    shape = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f"{shape}polyline")) == 2
    kinds = [point.kind for point in reviewed.turning]
    assert len(picture.findall(f"{shape}path")) == 2 * kinds.count("mistake")  # on the line and in the list
    assert len(picture.findall(f"{shape}circle")) == 2 * kinds.count("tide")
    assert not re.search(r"href|url\(|@import|<script|var\(|paint-order|\$", drawn)
    texts = [text.text or "" for text in picture.iter(f"{shape}text")]
    assert any("B & co" in text for text in texts)
    assert not any("{" in text for text in texts)


def test_a_tide_at_a_mistake_is_a_ring_around_its_diamond() -> None:
    reviewed = review(fateful_record(), oracle())
    [mistake] = [point for point in reviewed.turning if point.kind == "mistake"]
    other = mistake._replace(kind="tide", ply=mistake.ply + 1)
    for tide, widest in ((mistake._replace(kind="tide"), 10.0), (other, 5.5)):
        shapes = list(ElementTree.fromstring(draw(reviewed._replace(turning=(mistake, tide)), "en")))
        kinds = [shape.get("class") for shape in shapes]
        assert float(shapes[kinds.index("ring")].get("r", "")) == widest
        assert kinds.index("ring") < kinds.index("mark")  # and under it


def test_names_at_the_end_of_the_lines_do_not_cover_each_other() -> None:
    for result in ((1.0, 0, 0, 0, 0), (0.5, 0.5, 0, 0, 0), (0.2,) * 5, (0, 0, 0, 0, 1.0)):
        reviewed = review(korsar_record(5), oracle())._replace(result=result)
        drawn = draw(reviewed, "en")
        heights = sorted(float(y) for y in re.findall(r'class="name n\d" x="[\d.]+" y="([\d.]+)"', drawn))
        assert len(heights) == 5
        assert all(below - above >= 18 for above, below in pairwise(heights))


# --- what is refused ---


def test_long_names_are_cut_and_partners_share_the_room() -> None:
    names = tuple(f"{letter}{'n' * 40}" for letter in "ABCDEFGH")
    drawn = draw(review(korsar_record(8, teams=True), oracle())._replace(names=names), "fr")
    (about,) = re.findall(r'<text class="about" x="62.0" y="68.0" text-anchor="start">(.*?)</text>', drawn)
    assert len(about) <= 112
    assert all(letter in about for letter in "ABCDEFGH")
    ends = re.findall(r'<text class="name n\d".*?>(.*?)</text>', drawn)
    assert sorted(ends) == ["Ann… + Bnn…", "Cnn… + Dnn…", "Enn… + Fnn…", "Gnn… + Hnn…"]


def test_an_unfinished_game_is_not_reviewed() -> None:
    table = corsaires.load("korsar", seats=2).deal(seed=1)
    table.play("+")
    for record in (table.record(), table.unsealed()):
        with pytest.raises(corsaires.SealedRecord):
            review(record, oracle())


def test_a_record_that_does_not_fit_is_not_reviewed() -> None:
    record = korsar_record()
    changes: list[dict[str, Any]] = [
        *({"moves": moves} for moves in (record["moves"][:-1], ["A@9"])),
        *({"format": "x"}, {"deal": {}}),
    ]
    for change in changes:
        with pytest.raises(corsaires.InvalidRecord):
            review({**record, **change}, oracle())


def test_what_a_bot_raises_is_not_hidden() -> None:
    with pytest.raises(ValueError, match="wrecked"):
        review(korsar_record(), load_bot("korsar", "tests.review.bots:Wreck"))


def test_figures_are_shares_of_one_win() -> None:
    """A bot that weighs the sides one by one may promise too much or too little in all."""
    thought = evened(Thought("+", (0.6, 0.2), (Ranked("+", 9, 0.64), Ranked("G2", 1, 0.9)), 10))
    assert thought.values == pytest.approx((0.75, 0.25))
    assert [each.value for each in thought.ranked] == pytest.approx([0.8, 1.0])
    assert evened(Thought("+")) == Thought("+")


class Spy:
    """Thinks as amiral does, and keeps what it thought of each move that it was asked about."""

    def __init__(self, player: Player, move: str = "", kept: list[tuple[str, Thought]] | None = None) -> None:
        self.player, self.move = player, move
        self.kept: list[tuple[str, Thought]] = [] if kept is None else kept

    def closely(self, move: str) -> Spy:
        return Spy(self.player.closely(move), move, self.kept)

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        self.kept.append((self.move, self.player.think(view, seed)))
        return self.kept[-1][1]


@pytest.mark.skipif(not COMPILED, reason="a search wants compiled rules")
@pytest.mark.parametrize("record", [korsar_record(3), sea_record()], ids=["korsar", "les-corsaires"])
def test_what_was_played_is_measured_by_many_tries(record: Mapping[str, Any]) -> None:
    spy = Spy(load_bot(record["game"], "amiral@40"))
    reviewed = review(record, Player("amiral@40", spy, Budget(iterations=40)))
    assert [move for move, _ in spy.kept] == [ply.move.partition("=")[0] for ply in reviewed.plies]
    looked = [(move, {each.move: each.visits for each in thought.ranked}) for move, thought in spy.kept]
    assert all(visits.get(move, SURE) >= SURE for move, visits in looked)
    assert sum(move in visits for move, visits in looked) > 0.9 * len(looked)
    by_hand = {move: thought for move, thought in spy.kept if thought.move != move}
    assert by_hand  # somebody played otherwise than amiral would have
