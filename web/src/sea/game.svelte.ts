// The table of Les Corsaires as its components use it: what the server told, and what is chosen.
import type {
  LesCorsairesChart,
  LesCorsairesCoast,
  LesCorsairesCourse,
  LesCorsairesEvent,
  LesCorsairesGun,
  LesCorsairesOpen,
  LesCorsairesOptions,
  LesCorsairesShip,
} from "../net/protocol";
import type { TableState } from "../state/table.svelte";
import { sea, type SeaWords } from "../words/sea.svelte";
import { spotsOf, type Spot } from "./grid";
import { historyOf, type History } from "./history";

export class SeaGame {
  ship = $state<string | null>(null); // chosen, to sail or to be placed
  course = $state<number | null>(null); // of the ship chosen
  gun = $state<string | null>(null);
  target = $state<string | null>(null); // of the gun chosen, where guns are aimed
  looks = $state(0); // how often something was chosen: the same ship again is looked at again
  coast = $state.raw<LesCorsairesCoast | null>(null);

  constructor(readonly state: TableState) {
    const chart = state.table?.choices.chart;
    const known = chart && !chart.includes("\n"); // by its name: the same coasts wherever it is played
    fetch(known ? `/api/games/les-corsaires/charts/${chart}/coast` : `/api/tables/${state.id}/coast`)
      .then(async (answer) => (answer.ok ? ((await answer.json()) as LesCorsairesCoast) : null))
      .then((coast) => (this.coast = coast))
      .catch(() => undefined); // a chart without coasts can be played on
  }

  get words(): SeaWords {
    return sea();
  }

  get open(): LesCorsairesOpen | null {
    const open = this.state.open;
    return open?.game === "les-corsaires" ? open : null;
  }

  get options(): LesCorsairesOptions | null {
    const you = this.state.you;
    return you?.game === "les-corsaires" ? you.options : null;
  }

  get chart(): LesCorsairesChart | null {
    return this.state.table?.chart ?? null;
  }

  get me(): number | null {
    return this.state.seat;
  }

  spots: Map<string, Spot> = $derived.by(() => (this.chart ? spotsOf(this.chart) : new Map<string, Spot>()));

  events: LesCorsairesEvent[] = $derived.by(() => this.state.told.flatMap(({ events }) => events as LesCorsairesEvent[]));

  history: History = $derived.by(() => historyOf(this.events, this.state.table?.choices.seats ?? 2));

  /** What the last move led to. */
  get news(): LesCorsairesEvent[] {
    return (this.state.last?.events ?? []) as LesCorsairesEvent[];
  }

  /** The letters of a seat's fleets. */
  fleetsOf(seat: number): string[] {
    const letters = (this.open?.ships ?? []).filter((ship) => ship.seat === seat).map((ship) => ship.name[0] ?? "");
    return [...new Set(letters)];
  }

  nameOf(seat: number): string {
    return this.state.seats?.seats[seat]?.name ?? "?";
  }

  // --- what can be done ---

  get canAct(): boolean {
    return this.state.myTurn && !this.state.hidden && !this.state.sent;
  }

  get phase(): string {
    return this.open?.phase ?? "over";
  }

  /** The very young have a die in place of the wind (C-VAR-2). */
  get young(): boolean {
    return this.state.table?.choices.variant === "very-young";
  }

  get moves(): string[] {
    return this.options?.moves ?? [];
  }

  can(move: string): boolean {
    return this.canAct && this.moves.includes(move);
  }

  /** The ships of the seat to move, if it is one at this device; else the reader's. */
  get mine(): LesCorsairesShip[] {
    return (this.open?.ships ?? []).filter((ship) => ship.seat === this.me);
  }

  get afloat(): LesCorsairesShip[] {
    return (this.open?.ships ?? []).filter((ship) => ship.point !== null);
  }

  /** Own ships that the turn still waits for. */
  get waiting(): string[] {
    if (!this.state.myTurn) return [];
    const sign = this.phase === "placing" ? "@" : this.phase === "sailing" ? ":" : null;
    if (!sign) return [];
    return [...new Set(this.moves.filter((move) => move.includes(sign)).map((move) => move.split(sign)[0] ?? ""))];
  }

  /** Where the ship chosen may be placed, by point. */
  get berths(): Map<string, string> {
    const start = `${this.ship}@`;
    if (this.phase !== "placing" || !this.ship) return new Map();
    return new Map(this.moves.filter((move) => move.startsWith(start)).map((move) => [move.slice(start.length), move]));
  }

  /** What the ship chosen could do, by direction. */
  get courses(): [number, LesCorsairesCourse][] {
    if (!this.ship || ["placing", "starting", "over"].includes(this.phase)) return [];
    if (this.state.myTurn && this.phase === "firing") return [];
    return Object.entries(this.options?.ships[this.ship] ?? {}).map(([direction, course]) => [Number(direction), course]);
  }

  get chosen(): LesCorsairesCourse | null {
    return this.courses.find(([direction]) => direction === this.course)?.[1] ?? null;
  }

  get guns(): [string, LesCorsairesGun][] {
    return this.phase === "firing" ? Object.entries(this.options?.guns ?? {}) : [];
  }

  /** What the gun chosen could do. */
  get aimed(): LesCorsairesGun | null {
    return this.guns.find(([name]) => name === this.gun)?.[1] ?? null;
  }

  mayFire({ move, targets }: LesCorsairesGun): boolean {
    return move !== null || Object.values(targets).some((each) => each !== null);
  }

  /** Own ships that the gun chosen could sink. */
  get endangered(): string[] {
    return [...new Set(Object.values(this.aimed?.shots ?? {}).flatMap(({ own }) => own))];
  }

  /** The move that the big button makes. */
  get ready(): string | null {
    if (!this.canAct) return null;
    switch (this.phase) {
      case "starting":
        return this.can("start") ? "start" : null;
      case "wind":
        return ["keep", "die", "wind"].find((move) => this.can(move)) ?? null;
      case "sailing":
        return this.chosen?.move ?? null;
      case "firing":
        if (this.aimed?.move) return this.aimed.move;
        if (this.aimed && this.target) return this.aimed.targets[this.target] ?? null;
        return this.guns.some(([, gun]) => this.mayFire(gun)) ? null : this.can("end") ? "end" : null;
      default:
        return null;
    }
  }

  // --- choosing ---

  choose(ship: string | null): void {
    this.ship = ship;
    this.course = null;
    this.looks += 1;
    const legal = this.courses.filter(([, course]) => course.move);
    if (legal.length === 1) this.course = legal[0]?.[0] ?? null;
  }

  chooseGun(gun: string | null): void {
    this.gun = gun;
    const targets = Object.entries(this.aimed?.targets ?? {}).filter(([, move]) => move);
    this.target = targets.length === 1 ? (targets[0]?.[0] ?? null) : null;
  }

  clear(): void {
    this.ship = this.course = this.gun = this.target = null;
  }

  /** The next ship or gun that can do something. */
  next(): void {
    const all = this.phase === "firing" ? this.guns.filter(([, gun]) => this.mayFire(gun)).map(([name]) => name) : this.waiting;
    const now = this.phase === "firing" ? this.gun : this.ship;
    const name = all[(all.indexOf(now ?? "") + 1) % Math.max(1, all.length)] ?? null;
    if (this.phase === "firing") this.chooseGun(name);
    else this.choose(name);
  }

  /** After every move: forget what can no longer be done, and go on to what waits. */
  settle(): void {
    if (!this.canAct) return this.clear();
    if (this.phase === "firing") {
      this.ship = this.course = null;
      const gun = this.aimed;
      if (!gun || !this.mayFire(gun)) {
        this.chooseGun(null);
        this.next();
      }
    } else if (!this.ship || !this.waiting.includes(this.ship)) {
      this.gun = this.target = null;
      this.choose(this.waiting[0] ?? null);
    }
  }

  /** Choose what a hint advises. */
  heed(move: string): void {
    const [name, course] = move.split(":");
    if (name && course) {
      this.choose(name);
      this.course = Number(course);
    } else if (move.includes("!")) {
      this.chooseGun(move.split("!")[0] ?? null);
      this.target = move.split("!")[1] || this.target;
    }
  }

  // --- acting ---

  async make(move: string | null): Promise<void> {
    if (!move || !this.canAct) return;
    await this.state.move(move);
  }

  /** Put the ships that are left on the first points that are free. */
  async placeAll(): Promise<void> {
    for (let left = this.waiting.length; left > 0 && this.phase === "placing"; left -= 1) {
      const ship = this.waiting[0];
      const moves = this.moves.filter((move) => move.startsWith(`${ship}@`));
      await this.make(moves.at(-1) ?? null);
    }
  }
}
