// What goes over the wire. Made by `python -m corsaires.protocol.schema`; do not edit.

export type MessageIn =
  | Watch
  | Leave
  | Lobby
  | Sit
  | Stand
  | PutBot
  | Kick
  | Swap
  | HandOver
  | Start
  | Move
  | TakeBack
  | Answer
  | Show
  | Hide
  | Options
  | Cover
  | Back
  | Say
  | Mute
  | Hint
  | Review
  | Rematch
  | Ping;

export type MessageOut =
  | Welcome
  | Done
  | Refused
  | Seats
  | Table
  | Update
  | Yours
  | Talk
  | Muted
  | Advice
  | Reviewed
  | OpenTables
  | Notice;

export type Open = KorsarOpen | LesCorsairesOpen;

export type You = KorsarYou | LesCorsairesYou;

export type Events = KorsarEvent[] | LesCorsairesEvent[];

export type KorsarEvent =
  | KorsarDrew
  | KorsarLaid
  | KorsarPlayed
  | KorsarDiscarded
  | KorsarSkipped
  | KorsarCollected
  | KorsarLeftTied
  | KorsarEnded;

export type LesCorsairesEvent =
  | LesCorsairesPlaced
  | LesCorsairesThrewForStart
  | LesCorsairesStarts
  | LesCorsairesWindThrown
  | LesCorsairesWindKept
  | LesCorsairesDieThrown
  | LesCorsairesSailed
  | LesCorsairesReachedPort
  | LesCorsairesArrived
  | LesCorsairesFired
  | LesCorsairesFiredAt
  | LesCorsairesTurnEnded
  | LesCorsairesEliminated
  | LesCorsairesEnded;

export type KorsarOption = KorsarAllowed | KorsarRefused;

/** What the amiral would do, from the reader's own sight. */
export interface Advice {
  type: "advice";
  id: string | null;
  version: number;
  move: string;
  why: string;
  /** the share of the win that each side may expect */
  values: number[];
  ranked: Weighed[];
}

/** Agree that another takes moves back, or not. */
export interface Answer {
  type: "answer";
  id?: string | null;
  yes?: boolean;
}

/** Somebody wants to take moves back. */
export interface Asked {
  seat: number;
  plies: number;
  /** it is the reader who asks */
  mine: boolean;
  /** the reader has agreed */
  answered: boolean;
}

/** I am here again: the bot that plays for me may stop. */
export interface Back {
  type: "back";
  id?: string | null;
}

/** A table before anybody sits at it. */
export interface Choices {
  game: string;
  seats: number;
  teams: boolean;
  edition: string | null;
  /** Korsar: facets that differ from the edition's */
  house: Record<string, boolean | string>;
  /** Les Corsaires: the id, or the text of a chart */
  chart: string | null;
  variant: string | null;
  equal_fleets: boolean;
  /** Korsar: the seat that starts; null: drawn by lot (K-SET-3) */
  first: number | null;
  clock: Clock | null;
  /** ms before a bot moves */
  pace: number;
  /** in the lobby; otherwise only who has the link finds it */
  listed: boolean;
  spectators: "delayed" | "live" | "none";
  /** when people may ask for one: if all others are bots */
  hints: "always" | "bots" | "never";
}

/** How long people may think: for each move, for the whole game, or in days by correspondence. */
export interface Clock {
  kind: "days" | "game" | "move";
  /** a move, a seat's whole game, or a move by correspondence */
  seconds: number;
  /** seconds that a move gives back (game) */
  increment: number;
}

/** Let a bot play for the seat to move, whose player has gone away; only at tables without a clock. */
export interface Cover {
  type: "cover";
  id?: string | null;
  seat?: number;
}

/** A wish was granted; a move that is done is durable. */
export interface Done {
  type: "done";
  id: string | null;
  seq: number | null;
}

/** The host makes the player of a seat the host. */
export interface HandOver {
  type: "host";
  id?: string | null;
  seat?: number;
}

/** Several seats at one device: hide the hand again. */
export interface Hide {
  type: "hide";
  id?: string | null;
}

/** What would the amiral do, and why? */
export interface Hint {
  type: "hint";
  id?: string | null;
}

/** The host makes a seat free before the start. */
export interface Kick {
  type: "kick";
  id?: string | null;
  seat?: number;
}

/** How a galleon would stand. */
export interface KorsarAfter {
  /** the side's own */
  force: number;
  /** the side that would take it; null on a tie */
  leader: number | null;
  tied: boolean;
}

export interface KorsarAllowed {
  kind: "Allowed";
  move: string;
  after: KorsarAfter | null;
}

/** A galleon at sea with the cards around it, in the order they were played. */
export interface KorsarAtSea {
  galleon: number;
  card: string;
  owner: number;
  /** (seat, card); a beaten leader that stays is still here */
  cards: [number, string][];
  forces: number[];
  /** the side that would take it now */
  leads: number | null;
  /** the captain or admiral that leads: (seat, card) */
  leader: [number, string] | null;
}

/** A captain or admiral that a later one has beaten, and where it goes (K-CAP-4). */
export interface KorsarBeaten {
  seat: number;
  card: string;
  /** stays, discarded, removed */
  fate: string;
}

/** The galleons that a side has taken. */
export interface KorsarBooty {
  galleons: number;
  /** null: they lie face down for this viewer (K-COL-7) */
  cards: string[] | null;
  gold: number | null;
}

/** A side took a galleon. */
export interface KorsarCollected {
  kind: "Collected";
  side: number;
  /** who took it: in teams the first partner */
  seat: number;
  galleon: number;
  card: string;
  owner: number;
  forces: number[];
  /** the captain or admiral that won it */
  leader: string | null;
  /** the pirates, captains and admiral of the fight */
  fight: string[];
  /** where they go: pile, discarded */
  spoils: string;
}

export interface KorsarDiscarded {
  kind: "Discarded";
  seat: number;
  card: string;
}

export interface KorsarDrew {
  kind: "Drew";
  seat: number;
  /** cards left in the deck */
  left: number;
}

export interface KorsarEnded {
  kind: "Ended";
  /** the number of the rule */
  reason: string;
  /** the side without cards */
  out: number;
  /** the galleons left in each seat's hand, which cost their gold (K-END-4) */
  in_hand: string[][];
  scores: number[];
  winners: number[];
}

export interface KorsarLaid {
  kind: "Laid";
  seat: number;
  galleon: number;
  card: string;
}

/** A galleon that counts for nobody at the end (K-END-3). */
export interface KorsarLeftTied {
  kind: "LeftTied";
  galleon: number;
  card: string;
  owner: number;
  forces: number[];
  /** stay, leave */
  fate: string;
}

/** The part of a view that is the same for everybody. */
export interface KorsarOpen {
  game: "korsar";
  turn: number | null;
  over: boolean;
  /** cards left */
  deck: number;
  /** cards in each hand */
  in_hand: number[];
  sea: KorsarAtSea[];
  discards: string[];
  /** fight cards picked up, a side each */
  piles: string[][];
  removed: string[];
  /** the galleons each side would take if nothing moved */
  forecast: number[][];
  /** at the end */
  scores: number[] | null;
  winners: number[];
  reason: string | null;
}

export interface KorsarOptions {
  draw: KorsarOption;
  /** by galleon card in hand */
  lay: Record<string, KorsarOption>;
  /** by other card in hand and galleon at sea */
  play: Record<string, Record<string, KorsarOption>>;
  /** by card in hand */
  discard: Record<string, KorsarOption>;
}

/** A pirate, captain or admiral joined a fight. */
export interface KorsarPlayed {
  kind: "Played";
  seat: number;
  galleon: number;
  card: string;
  /** the seat that laid the galleon */
  owner: number;
  gold: number;
  /** on this galleon, after the move */
  forces: number[];
  /** the side that would take it now; null on a tie */
  leads: number | null;
  beaten: KorsarBeaten | null;
}

export interface KorsarRefused {
  kind: "Refused";
  /** the number of the rule */
  refused: string;
  /** the side whose doing it is */
  by: number | null;
}

/** A player without cards, once the deck is empty (K-TEAM-7). */
export interface KorsarSkipped {
  kind: "Skipped";
  seat: number;
}

export interface KorsarYou {
  game: "korsar";
  /** null: a spectator */
  seat: number | null;
  /** the seat's own */
  hand: string[] | null;
  /** in teams (K-TEAM-2) */
  partner_hand: string[] | null;
  /** the card this seat's side drew with the last move */
  drawn: string | null;
  /** a side each */
  booty: KorsarBooty[];
  /** of a seat, while the game lasts */
  options: KorsarOptions | null;
}

/** Go away from the table; seats are kept. */
export interface Leave {
  type: "leave";
  id?: string | null;
}

/** A merchant's voyage is done (C-END-1). */
export interface LesCorsairesArrived {
  kind: "Arrived";
  seat: number;
  ship: string;
  /** 1 for the first of the game */
  place: number;
  points: number;
}

/** What stops a way. */
export interface LesCorsairesBarred {
  /** edge, land, ship, home, arrival, free port */
  what: string;
  /** where; null off the board */
  point: string | null;
  ship: string | null;
}

/** A board with its wind roses and firing figures. */
export interface LesCorsairesChart {
  id: string;
  /** by language */
  name: Record<string, string>;
  /** by language */
  about: Record<string, string>;
  rows: number;
  /** the points of the long rows */
  columns: number;
  points: LesCorsairesPoint[];
  /** by fleet, the direction its ships face at first */
  seaward: Record<string, number>;
  /** the point of each, rH to yA */
  batteries: Record<string, string>;
  /** figures by wind, class of ship and sixths off the wind, clockwise */
  roses: Record<string, Record<string, number[]>>;
  /** by colour, where shots fall: steps from the bow, d ahead, l and r beside it */
  fire: Record<string, string[]>;
  /** of the coloured die */
  faces: string[];
}

/** What is drawn of the land, in units of 48 a step of the grid, from the first point of row a. */
export interface LesCorsairesCoast {
  /** closed lines as SVG paths, the farthest from land first */
  lines: Record<string, string>;
  hills: [number, number][];
  woods: [number, number][];
  /** r to y home, R to Y arrival */
  ports: Record<string, LesCorsairesPort>;
  /** of the free ports */
  flags: [number, number][];
  /** the middle of its island, if a rose has room there */
  rose: [number, number] | null;
  /** of the rose */
  radius: number;
}

/** A direction that a ship could take. */
export interface LesCorsairesCourse {
  /** null: not legal */
  move: string | null;
  /** the point it would get to */
  end: string;
  way: string[];
  turns: boolean;
  /** points to sail, after one for turning */
  figure: number;
  /** of them (C-MOV-4) */
  unused: number;
  barred: LesCorsairesBarred | null;
  /** the rule that forbids it: C-MOV-1 (moved), C-MOV-4 (another leaves less unused), C-MOV-5 */
  refused: string | null;
}

/** The figure of a very young turn (C-VAR-2). */
export interface LesCorsairesDieThrown {
  kind: "DieThrown";
  seat: number;
  die: number;
}

/** A player without a warship (C-END-4). */
export interface LesCorsairesEliminated {
  kind: "Eliminated";
  seat: number;
  removed: string[];
}

export interface LesCorsairesEnded {
  kind: "Ended";
  /** the number of the rule */
  reason: string;
  /** afloat, a seat each (C-END-2) */
  warships: number[];
  scores: number[];
  winners: number[];
}

export interface LesCorsairesFired {
  kind: "Fired";
  seat: number;
  gun: string;
  /** Y, B, R */
  colour: string;
  /** where the shot fell on the board */
  shots: string[];
  sunk: string[];
}

/** A shot of the very young, at one named ship. */
export interface LesCorsairesFiredAt {
  kind: "FiredAt";
  seat: number;
  gun: string;
  target: string;
  die: number;
  sunk: boolean;
}

export interface LesCorsairesGun {
  /** null: it may not fire now, or the very young aim it */
  move: string | null;
  /** by colour */
  shots: Record<string, LesCorsairesShot>;
  /** very young: by enemy in range, the move, or null if it may not fire now */
  targets: Record<string, string | null>;
}

/** The part of a view that is the same for everybody: all of it but the options. */
export interface LesCorsairesOpen {
  game: "les-corsaires";
  turn: number | null;
  over: boolean;
  /** placing, starting, wind, sailing, firing, over */
  phase: string;
  /** force and direction */
  wind: [string, number] | null;
  die: number | null;
  ships: LesCorsairesShip[];
  /** merchants */
  arrived: number;
  eliminated: number[];
  scores: number[];
  winners: number[];
  reason: string | null;
}

export interface LesCorsairesOptions {
  /** every legal move, as texts; empty off turn */
  moves: string[];
  /** the seat's ships afloat, by direction */
  ships: Record<string, Record<string, LesCorsairesCourse>>;
  /** every gun of the seat: batteries, and warships afloat */
  guns: Record<string, LesCorsairesGun>;
}

export interface LesCorsairesPlaced {
  kind: "Placed";
  seat: number;
  ship: string;
  point: string;
}

/** A point of the board. */
export interface LesCorsairesPoint {
  name: string;
  /** from the top, 0 first */
  row: number;
  /** half steps from the left edge */
  x: number;
  ground: "arrival" | "free port" | "home" | "land" | "rose" | "sea";
  /** whose port it is */
  fleet: string | null;
}

/** Where the sign of a port stands. */
export interface LesCorsairesPort {
  at: [number, number];
  /** at the side of the board, where there is no room for a wide sign */
  tall: boolean;
}

/** A merchant at its outward port, half way (C-VAR-1). */
export interface LesCorsairesReachedPort {
  kind: "ReachedPort";
  seat: number;
  ship: string;
  point: string;
}

export interface LesCorsairesSailed {
  kind: "Sailed";
  seat: number;
  ship: string;
  start: string;
  direction: number;
  turned: boolean;
  /** without its start; empty if it stayed where it was */
  way: string[];
  /** points of its figure that it could not use (C-MOV-4) */
  unused: number;
}

export interface LesCorsairesShip {
  name: string;
  seat: number;
  point: string | null;
  bow: number | null;
  /** waiting, afloat, sunk, arrived, removed */
  fate: string;
  /** has reached its arrival port (C-VAR-1) */
  outward: boolean;
  /** in this turn */
  moved: boolean;
}

/** Where a gun's shot falls with one colour, and what it would sink. */
export interface LesCorsairesShot {
  points: string[];
  enemies: string[];
  own: string[];
  /** faces of the die, of six */
  chance: number;
}

/** The highest throw (C-FLT-4). */
export interface LesCorsairesStarts {
  kind: "Starts";
  seat: number;
}

export interface LesCorsairesThrewForStart {
  kind: "ThrewForStart";
  seat: number;
  die: number;
}

export interface LesCorsairesTurnEnded {
  kind: "TurnEnded";
  seat: number;
}

export interface LesCorsairesWindKept {
  kind: "WindKept";
  seat: number;
  force: string;
  towards: number;
}

export interface LesCorsairesWindThrown {
  kind: "WindThrown";
  seat: number;
  /** light, medium, strong */
  force: string;
  towards: number;
}

export interface LesCorsairesYou {
  game: "les-corsaires";
  /** null: a spectator */
  seat: number | null;
  /** of a seat, while the game lasts */
  options: LesCorsairesOptions | null;
}

export interface Listing {
  table: string;
  choices: Choices;
  host: string;
  seats: Shown[];
}

/** See the open tables, and every change of them, or no longer. */
export interface Lobby {
  type: "lobby";
  id?: string | null;
  on?: boolean;
}

/** A move for the seat to act. Sent again with the same id it is made only once. */
export interface Move {
  type: "move";
  id?: string | null;
  text?: string;
  version?: number;
}

/** Hear nothing more from the player of a seat, or hear them again. */
export interface Mute {
  type: "mute";
  id?: string | null;
  seat?: number;
  on?: boolean;
}

/** The seats of those whom the reader has muted. */
export interface Muted {
  type: "muted";
  seats: number[];
}

/** Something about the server that people should know. */
export interface Notice {
  type: "notice";
  code: "bus-down" | "bus-up";
  text: string;
}

export interface OpenTables {
  type: "lobby";
  tables: Listing[];
}

/** What could I do, though it is not my turn? */
export interface Options {
  type: "options";
  id?: string | null;
}

/** Answered with `done`. */
export interface Ping {
  type: "ping";
  id?: string | null;
}

/** The host gives a free seat to a bot, or takes the bot away (null). */
export interface PutBot {
  type: "bot";
  id?: string | null;
  seat?: number;
  bot?: string | null;
}

/** How many of the last moves the reader may take back. */
export interface Reach {
  freely: number;
  /** with the consent of the others */
  asking: number;
}

/** A wish was not granted, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  /** in the reader's language */
  text: string;
  /** the number of the rule that forbids a move */
  rule: string | null;
}

/** A new table with the same people. */
export interface Rematch {
  type: "rematch";
  id?: string | null;
}

/** A finished game, move by move, as the amiral sees it. */
export interface Review {
  type: "review";
  id?: string | null;
}

/** The review of a finished game, as `corsaires review --json` writes it. */
export interface Reviewed {
  type: "review";
  id: string | null;
  review: unknown;
}

/** Say something to everybody or to one's partner; a phrase is read by everybody in their own language. */
export interface Say {
  type: "say";
  id?: string | null;
  text?: string;
  phrase?: "ahoy" | "good-luck" | "hello" | "hurry" | "oops" | "sorry" | "thanks" | "well-played" | null;
  channel?: "all" | "team";
}

/** Who sits where, who is there, who is the host. */
export interface Seats {
  type: "seats";
  table: string;
  seq: number;
  state: string;
  seats: Sitter[];
  /** a seat of the host, if the host has one */
  host: number | null;
  youHost: boolean;
  asked: Asked | null;
  /** the table of the rematch */
  next: string | null;
}

/** Several seats at one device: show the hand of the seat to move, after it was handed over. */
export interface Show {
  type: "show";
  id?: string | null;
}

/** A seat as everybody sees it. */
export interface Shown {
  /** empty: nobody sits there */
  name: string;
  bot: string | null;
}

/** Take a seat. The nonce is this player's part in the deal, drawn after the commitment was seen. */
export interface Sit {
  type: "sit";
  id?: string | null;
  seat?: number;
  nonce?: string | null;
  /** who plays here, if not the guest themselves */
  name?: string | null;
}

/** A seat as everybody sees it. */
export interface Sitter {
  /** empty: nobody sits there */
  name: string;
  bot: string | null;
  mine: boolean;
  /** has a connection to the table */
  here: boolean;
  /** a bot plays it until its player is back */
  stoodIn: boolean;
  gaveNonce: boolean;
}

export interface Spoken {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  channel: string;
  text: string;
  phrase: string | null;
}

/** Leave a seat; in a game a bot plays it until its player is back. */
export interface Stand {
  type: "stand";
  id?: string | null;
  seat?: number;
}

/** The host starts the game. */
export interface Start {
  type: "start";
  id?: string | null;
}

/** The host lets two seats change places before the start; one of them may be free. */
export interface Swap {
  type: "swap";
  id?: string | null;
  seat?: number;
  other?: number;
}

/** A table as it stands: everything that the reader may know. */
export interface Table {
  type: "table";
  table: string;
  choices: Choices;
  /** the rules in full */
  setup: Record<string, unknown>;
  /** to the secret seed of the deal */
  commitment: string;
  chart: LesCorsairesChart | null;
  version: number;
  seats: Seats;
  open: Open | null;
  you: You | null;
  story: Events;
  time: Time;
  reach: Reach | null;
  /** several seats at this device: a hand is shown only when asked for */
  hot: boolean;
  /** what is told happened a while ago */
  late: boolean;
}

/** Take so many of the last moves back, or ask the others for it. */
export interface TakeBack {
  type: "takeback";
  id?: string | null;
  plies?: number;
  version?: number;
}

export interface Talk {
  type: "talk";
  lines: Spoken[];
}

/** ms, counted from now. */
export interface Time {
  /** until the seat to move must have moved; null: no clock */
  left: number | null;
  /** what each seat has for the rest of its game */
  seats: number[] | null;
}

/** A move. */
export interface Update {
  type: "update";
  version: number;
  seat: number;
  move: string;
  events: Events;
  open: Open;
  time: Time;
  stoodIn: boolean;
  you: You;
  reach: Reach | null;
  /** of the sender's wish */
  id: string | null;
}

/** Come to a table; what happens there is told from now on. */
export interface Watch {
  type: "watch";
  id?: string | null;
  table?: string;
}

export interface Weighed {
  move: string;
  visits: number;
  value: number;
}

/** The first message of a connection. */
export interface Welcome {
  type: "welcome";
  name: string;
  language: string;
}

/** The reader's own part of the view, asked for or hidden. */
export interface Yours {
  type: "you";
  version: number;
  you: You;
}
