// What the story says of the last round: the tracks of the ships, the wrecks, who arrived.
import type { LesCorsairesArrived, LesCorsairesEvent } from "../net/protocol";

export interface Track {
  ship: string;
  points: string[]; // its start first
  latest: boolean; // of the turn that runs, or of the last one
}

export interface Wreck {
  ship: string;
  point: string;
  bow: number;
}

export interface History {
  tracks: Track[];
  wrecks: Wreck[]; // of the last round
  arrivals: LesCorsairesArrived[];
}

/** Fold the story; a round is as many turns as there are seats. */
export function historyOf(events: readonly LesCorsairesEvent[], seats: number): History {
  const places = new Map<string, { point: string; bow: number }>();
  const tracks = new Map<string, Track & { turn: number }>();
  const wrecks: (Wreck & { turn: number })[] = [];
  const arrivals: LesCorsairesArrived[] = [];
  let turn = 0;
  const sink = (ship: string) => {
    const place = places.get(ship);
    if (place) wrecks.push({ ship, ...place, turn });
    places.delete(ship);
    tracks.delete(ship);
  };
  for (const event of events) {
    switch (event.kind) {
      case "Placed":
        places.set(event.ship, { point: event.point, bow: 2 });
        break;
      case "Sailed": {
        const points = [event.start, ...event.way];
        places.set(event.ship, { point: points.at(-1) ?? event.start, bow: event.direction });
        tracks.set(event.ship, { ship: event.ship, points, latest: false, turn });
        break;
      }
      case "Arrived":
        arrivals.push(event);
        places.delete(event.ship);
        break;
      case "Fired":
        event.sunk.forEach(sink);
        break;
      case "FiredAt":
        if (event.sunk) sink(event.target);
        break;
      case "Eliminated":
        event.removed.forEach((ship) => tracks.delete(ship));
        break;
      case "TurnEnded":
        turn += 1;
        break;
    }
  }
  const sailed = [...tracks.values()];
  const newest = Math.max(...sailed.map((track) => track.turn));
  return {
    tracks: sailed
      .filter((track) => track.turn > turn - seats && track.points.length > 1)
      .map(({ turn: at, ...track }) => ({ ...track, latest: at === newest })),
    wrecks: wrecks.filter((wreck) => wreck.turn > turn - seats).map(({ turn: _, ...wreck }) => wreck),
    arrivals,
  };
}
