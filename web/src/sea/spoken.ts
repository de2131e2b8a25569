// What a reader who does not see the chart is told of a ship, a course, a gun.
import type { LesCorsairesCourse, LesCorsairesGun, LesCorsairesShip } from "../net/protocol";
import type { SeaWords } from "../words/sea.svelte";
import { capital } from "../words/capital";

/** "Red merchant 1, c7, bow south-east, can reach d8, e9". */
export function spokenShip(ship: LesCorsairesShip, courses: Record<string, LesCorsairesCourse> | undefined, words: SeaWords, waits = false): string {
  if (!ship.point || !ship.bow) {
    const fates: Record<string, string> = { sunk: words.sunk, arrived: words.arrived, removed: words.removed };
    return capital([words.ship(ship.name), fates[ship.fate]].filter(Boolean).join(", "));
  }
  const parts = [words.spokenShip(ship.name, ship.point, ship.bow)];
  if (ship.outward) parts.push(words.outward);
  if (ship.moved) parts.push(words.moved);
  const legal = Object.values(courses ?? {}).filter(({ move }) => move);
  if (legal.length && !ship.moved) parts.push(words.canReach([...new Set(legal.filter(({ way }) => way.length).map(({ end }) => end))]));
  if (waits && !legal.length) parts.push(words.toMove);
  return capital(parts.join(", "));
}

/** What stands in the way of a course, or why it may not be taken. */
export function hindrance(course: LesCorsairesCourse, words: SeaWords): string {
  if (course.barred) return words.barred(course.barred.what, course.barred.ship);
  return course.refused ? (words.refused[course.refused] ?? course.refused) : "";
}

/** The words of the big button for a course. */
export function orderOf(direction: number, course: LesCorsairesCourse, words: SeaWords): string {
  if (course.way.length) return words.sail(direction, course.way.length);
  return course.turns ? words.turnHere(direction) : words.stay;
}

export function spokenCourse(direction: number, course: LesCorsairesCourse, words: SeaWords): string {
  const parts = [words.spokenCourse(direction)];
  if (!course.move) {
    parts.push(course.barred ? words.barredBy(hindrance(course, words)) : hindrance(course, words));
    if (course.refused) parts.push(course.refused);
  } else {
    parts.push(orderOf(direction, course, words), course.end);
    if (course.turns) parts.push(words.turning);
    if (course.unused) parts.push(words.short(course.way.length, course.figure), words.barredBy(hindrance(course, words)));
  }
  return capital(parts.join(", "));
}

export function spokenGun(name: string, gun: LesCorsairesGun, words: SeaWords): string {
  const parts = [words.gun(name)];
  for (const [colour, shot] of Object.entries(gun.shots)) {
    const hit = [...(shot.enemies.length ? [words.sinks(shot.enemies)] : []), ...(shot.own.length ? [words.andYours(shot.own)] : [])];
    if (shot.points.length) parts.push(words.onFace(words.faces[colour] ?? "", hit.join(" ") || words.nothing));
  }
  if (Object.keys(gun.targets).length) parts.push(words.targets(Object.keys(gun.targets).length));
  return capital(parts.join(". "));
}
