// The story in sentences: the moves of a turn that belong together stand on one line.
import type { LesCorsairesEvent, LesCorsairesSailed } from "../net/protocol";
import type { SeaWords } from "../words/sea.svelte";
import { capital } from "../words/capital";

export interface Line {
  seat: number | null;
  fleet: string | null; // whose flag stands before it
  text: string;
  rule: string | null;
  loud: boolean; // sunk, arrived, eliminated
}

export interface Teller {
  words: SeaWords;
  names: readonly string[];
  me: number | null;
  fleets: (seat: number) => string[]; // the letters of a seat's fleets
}

export function linesOf(events: readonly LesCorsairesEvent[], teller: Teller): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < events.length; at += 1) {
    const event = events[at];
    if (!event) continue;
    if (event.kind === "Sailed" || event.kind === "Placed") {
      const together = events.slice(at).findIndex((next) => next.kind !== event.kind || next.seat !== event.seat);
      const end = together < 0 ? events.length : at + together;
      lines.push(grouped(events.slice(at, end) as (typeof event)[], event.seat, teller));
      at = end - 1;
    } else {
      const line = lineOf(event, teller);
      if (line) lines.push(line);
    }
  }
  return lines;
}

function grouped(events: readonly LesCorsairesEvent[], seat: number, teller: Teller): Line {
  const { words, me, fleets } = teller;
  const own = fleets(seat);
  const named = (ship: string) => (own.length > 1 ? words.ship(ship) : lower(words.shortShip(ship)));
  const said = events.flatMap((event) => {
    if (event.kind === "Placed") return [words.events.placedAt(named(event.ship), event.point)];
    return event.kind === "Sailed" ? [sailed(event, named(event.ship), words)] : [];
  });
  const text =
    events[0]?.kind === "Placed" ? words.events.placed(teller.names[seat] ?? "?", seat === me, said) : words.events.sailed(said);
  return { seat, fleet: own[0] ?? null, text, rule: null, loud: false };
}

function sailed({ start, way, unused, turned, direction }: LesCorsairesSailed, ship: string, words: SeaWords): string {
  const end = way.at(-1);
  if (end) return words.events.to(ship, end, unused ? words.short(way.length, way.length + unused) : "");
  return turned ? words.events.turned(ship, direction) : words.events.stayed(ship, start);
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function lineOf(event: LesCorsairesEvent, { words, names, me, fleets }: Teller): Line | null {
  const line = (seat: number | null, text: string, more: Partial<Line> = {}): Line => ({
    seat,
    fleet: seat === null ? null : (fleets(seat)[0] ?? null),
    text: capital(text),
    rule: null,
    loud: false,
    ...more,
  });
  const told = words.events;
  switch (event.kind) {
    case "ThrewForStart":
      return line(event.seat, told.threw(names[event.seat] ?? "?", event.seat === me, event.die));
    case "Starts":
      return line(event.seat, told.starts(names[event.seat] ?? "?", event.seat === me), { rule: "C-FLT-4" });
    case "WindThrown":
      return line(event.seat, told.windThrown(names[event.seat] ?? "?", event.seat === me, event.force, event.towards));
    case "WindKept":
      return line(event.seat, told.windKept(names[event.seat] ?? "?", event.seat === me, event.force, event.towards));
    case "DieThrown":
      return line(event.seat, told.die(names[event.seat] ?? "?", event.seat === me, event.die));
    case "ReachedPort":
      return line(event.seat, told.reached(event.ship, event.point), { fleet: event.ship[0] ?? null, loud: true, rule: "C-VAR-1" });
    case "Arrived":
      return line(event.seat, told.arrived(event.ship, event.place, event.points), { fleet: event.ship[0] ?? null, loud: true, rule: "C-END-1" });
    case "Fired": {
      const result = event.sunk.length ? told.sunk(event.sunk) : told.splash;
      const text = told.fired(names[event.seat] ?? "?", event.seat === me, event.gun, words.faces[event.colour] ?? "");
      return line(event.seat, `${text} ${result}`, { fleet: event.gun[0] ?? null, loud: event.sunk.length > 0 });
    }
    case "FiredAt": {
      const result = event.sunk ? told.sunk([event.target]) : told.splash;
      const text = told.firedAt(names[event.seat] ?? "?", event.seat === me, event.gun, event.target, event.die);
      return line(event.seat, `${text} ${result}`, { fleet: event.gun[0] ?? null, loud: event.sunk });
    }
    case "Eliminated":
      return line(event.seat, told.eliminated(names[event.seat] ?? "?", event.seat === me), { loud: true, rule: "C-END-4" });
    case "Ended":
      return line(null, told.ended, { rule: event.reason });
    default:
      return null;
  }
}
