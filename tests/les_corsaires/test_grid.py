"""The triangular grid, by its laws."""

from hypothesis import given
from hypothesis import strategies as st

from corsaires.games.les_corsaires import grid
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point

directions = st.sampled_from(DIRECTIONS)
steps = st.integers(0, 30)


@st.composite
def points(draw: st.DrawFn) -> Point:
    """Every other row is shifted by half a step."""
    row = draw(st.integers(-30, 30))
    return Point(row, 2 * draw(st.integers(-30, 30)) + row % 2)


def test_the_six_directions_go_clockwise_from_the_north_east() -> None:
    """C-MAP-1."""
    around = [grid.ahead(Point(4, 4), direction) for direction in DIRECTIONS]
    assert around == [(3, 5), (4, 6), (5, 5), (5, 3), (4, 2), (3, 3)]
    assert grid.hexagon(Point(4, 4)) == [(4, 4), *around]


@given(points(), points())
def test_a_distance_is_the_same_both_ways_and_nought_only_on_the_spot(one: Point, other: Point) -> None:
    assert grid.distance(one, other) == grid.distance(other, one)
    assert (grid.distance(one, other) == 0) == (one == other)


@given(points(), points(), points())
def test_no_detour_is_shorter(one: Point, over: Point, other: Point) -> None:
    assert grid.distance(one, other) <= grid.distance(one, over) + grid.distance(over, other)


@given(points(), points())
def test_a_distance_is_walked_in_so_many_steps_and_no_fewer(one: Point, other: Point) -> None:
    """From every point but the goal some neighbour is one step nearer, and none is nearer than that."""
    away = grid.distance(one, other)
    around = [grid.distance(neighbour, other) for neighbour in grid.hexagon(one)[1:]]
    assert min(around) == (away - 1 if away else 1)
    assert max(around) <= away + 1


@given(points(), directions, steps)
def test_a_line_is_as_long_as_its_steps_and_leads_back(start: Point, direction: int, n: int) -> None:
    way = grid.line(start, direction, n)
    assert len(way) == n
    assert [grid.distance(start, point) for point in way] == list(range(1, n + 1))
    end = way[-1] if way else start
    assert end == grid.ahead(start, direction, n)
    assert grid.ahead(end, grid.turned(direction, 3), n) == start
    assert grid.ahead(end, direction, -n) == start


@given(points(), steps)
def test_six_equal_legs_each_a_sixth_further_come_home(start: Point, n: int) -> None:
    point = start
    for direction in DIRECTIONS:
        point = grid.ahead(point, direction, n)
    assert point == start


@given(directions, st.integers(-20, 20))
def test_turning_is_undone_by_turning_back(direction: int, n: int) -> None:
    there = grid.turned(direction, n)
    assert there in DIRECTIONS
    assert grid.turned(there, -n) == direction
    assert grid.angle(there, direction) == n % 6
    assert grid.turned(direction, 6) == direction


@given(points(), st.integers(1, 40), st.integers(1, 40), st.booleans())
def test_a_mirror_shows_itself_its_own_picture(point: Point, height: int, width: int, upside: bool) -> None:
    def mirrored(point: Point) -> Point:
        return grid.mirrored(point, height, width, upside=upside)

    assert mirrored(mirrored(point)) == point
    other = grid.ahead(point, 3, 5)
    assert grid.distance(mirrored(point), mirrored(other)) == 5


@given(st.integers(0, 25), st.integers(0, 98))
def test_a_point_has_one_name(row: int, column: int) -> None:
    point = Point(row, 2 * column + row % 2)
    assert grid.point_named(grid.name_of(point)) == point


def test_row_a_is_the_top_row_and_columns_count_from_1() -> None:
    assert grid.name_of(Point(0, 0)) == "a1"
    assert grid.name_of(Point(1, 1)) == "b1"
    assert grid.name_of(Point(2, 4)) == "c3"
    for wrong in ("", "c", "3", "c0", "c03", "C3", "c100", "c3 ", "cc3", "é3", "c\uff13", "c-1"):
        assert grid.point_named(wrong) is None
