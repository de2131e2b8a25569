// Where things stand on the sea chart, and which part of it is seen.
import { expect, test } from "vitest";
import type { LesCorsairesChart, LesCorsairesPoint } from "../src/net/protocol";
import { Camera } from "../src/sea/camera.svelte";
import { angleOf, DIRECTIONS, directionTo, distance, gridLines, insideOf, nearest, ROW, spotOf, STEP, towards } from "../src/sea/grid";

const point = (row: number, x: number, ground: LesCorsairesPoint["ground"] = "sea"): LesCorsairesPoint => ({
  name: `${String.fromCharCode(97 + row)}${Math.floor(x / 2) + 1}`,
  row,
  x,
  ground,
  fleet: null,
});
const chartOf = (points: LesCorsairesPoint[]): LesCorsairesChart => ({
  id: "small",
  name: {},
  about: {},
  rows: 2,
  columns: 3,
  points,
  seaward: {},
  batteries: {},
  roses: {},
  fire: {},
  faces: [],
});

test("a step in each direction is one step long, and its direction is found again", () => {
  const here = spotOf({ row: 4, x: 6 });
  for (const direction of DIRECTIONS) {
    const there = towards(here, direction, STEP);
    expect(distance(here, there)).toBeCloseTo(STEP);
    expect(directionTo(here, there)).toBe(direction);
  }
});

test("direction 1 is north-east, and they go clockwise", () => {
  const { x, y } = towards({ x: 0, y: 0 }, 1, STEP);
  expect(x).toBeCloseTo(STEP / 2);
  expect(y).toBeCloseTo(-ROW);
  expect(angleOf(2)).toBe(0);
  expect(angleOf(3)).toBe(60);
});

test("a ship turns the short way", () => {
  expect(nearest(240, -60)).toBe(300);
  expect(nearest(-60, 240)).toBe(-120);
  expect(nearest(0, 60)).toBe(60);
  expect(nearest(720, 0)).toBe(720);
});

test("grid lines go over water only, in one stroke each", () => {
  const open = chartOf([point(0, 0), point(0, 2), point(0, 4)]);
  expect(gridLines(open)).toBe("M0 0L96 0");
  const islet = chartOf([point(0, 0), point(0, 2), point(0, 4, "land"), point(0, 6), point(0, 8)]);
  expect(gridLines(islet)).toBe("M0 0L48 0M144 0L192 0");
});

test("the camera shows the whole chart, keeps what is under the fingers, and leaves no empty room", () => {
  const camera = new Camera(insideOf({ rows: 17, columns: 21 }));
  camera.resize(360, 400);
  expect(camera.scale).toBeCloseTo(360 / camera.sheet.width);
  const under = { x: 100, y: 200 };
  const before = camera.spot(under);
  camera.zoom(3, under);
  expect(camera.spot(under).x).toBeCloseTo(before.x);
  expect(camera.spot(under).y).toBeCloseTo(before.y);
  camera.pan(5000, 5000);
  expect([camera.x, camera.y]).toEqual([0, 0]);
  camera.pan(-9000, -9000);
  expect(camera.x).toBeCloseTo(360 - camera.sheet.width * camera.scale);
  camera.zoom(0.01);
  expect(camera.scale).toBeCloseTo(camera.whole);
});

test("what is looked at is in view; a large screen needs no closer look", () => {
  const camera = new Camera(insideOf({ rows: 17, columns: 21 }));
  camera.resize(360, 400);
  const ships = [spotOf({ row: 8, x: 20 }), spotOf({ row: 10, x: 24 })];
  camera.look(ships);
  expect(camera.far).toBe(false);
  for (const ship of ships) {
    const { x, y } = camera.seen(ship);
    expect(x > 0 && x < 360 && y > 0 && y < 400).toBe(true);
  }
  const desk = new Camera(insideOf({ rows: 17, columns: 21 }));
  desk.resize(1080, 700);
  const whole = desk.scale;
  desk.look(ships);
  expect(desk.scale).toBe(whole);
});
