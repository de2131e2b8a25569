// The deal and the dice, worked out again in the browser: SHA-256 of its own, since pages over plain http have none.

const K = new Uint32Array(64);
{
  // the fractional parts of the cube roots of the first 64 primes
  let found = 0;
  for (let n = 2; found < 64; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (prime) K[found++] = ((Math.cbrt(n) % 1) * 2 ** 32) | 0;
  }
}

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

export function sha256(data: Uint8Array): Uint8Array {
  const size = ((data.length + 8) >> 6) + 1;
  const padded = new Uint8Array(size * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((data.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (data.length * 8) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (hash[i] = (hash[i]! + part) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((part, i) => digest.setUint32(4 * i, part));
  return new Uint8Array(digest.buffer);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (bytes: Uint8Array): string => [...bytes].map((n) => n.toString(16).padStart(2, "0")).join("");

/** A player's own part in the deal, drawn after the commitment was seen. */
export const nonce = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The one JSON text of a set-up: keys sorted, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Numbers from a key: SHA-256(key ‖ uint32be(i)), read as big-endian words. */
class Stream {
  #words: number[] = [];
  #blocks = 0;

  constructor(private readonly key: Uint8Array) {}

  below(n: number): number {
    const most = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = this.#next();
      if (word < most) return word % n;
    }
  }

  #next(): number {
    if (!this.#words.length) {
      const count = new DataView(new ArrayBuffer(4));
      count.setUint32(0, this.#blocks++);
      const block = new DataView(sha256(joined(this.key, new Uint8Array(count.buffer))).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i));
    }
    return this.#words.shift()!;
  }
}

export interface Proof {
  commitment: string;
  seed: string;
  table: string;
  nonces: string[];
  setup: Record<string, unknown>;
}

export interface KorsarRecord {
  game: string;
  seats: number;
  teams: boolean;
  first: number;
  deal: { hands: string[][]; deck: string[] };
  proof: Proof;
}

export interface LesCorsairesRecord {
  moves: string[]; // with what the dice gave them: `wind=Y3`
  proof: Proof;
}

export interface Checked {
  announced: string; // what was shown before the first card or throw
  computed: string; // what the seed leads to
  same: number; // cards that lie where the seed puts them, or dice that fell as it says
  all: number;
  fair: boolean;
}

/** What the seed of a proof leads to: its commitment, and the numbers that follow from it. */
function opened({ seed, table, nonces, setup }: Proof): { computed: string; stream: Stream } {
  const secret = fromHex(seed);
  return {
    computed: toHex(sha256(joined(secret, utf8(table), utf8(canonical(setup))))),
    stream: new Stream(sha256(joined(secret, utf8(table), ...nonces.map(fromHex)))),
  };
}

/** All 78 cards, in the order that the shuffle begins with. */
export function fullDeck(): string[] {
  const galleons = { G2: 5, G3: 6, G4: 5, G5: 5, G6: 2, G7: 1, G8: 1 };
  const pirates = { 1: 2, 2: 4, 3: 4, 4: 2 };
  const cards = Object.entries(galleons).flatMap(([card, copies]) => Array<string>(copies).fill(card));
  for (const colour of "yrbg") {
    for (const [force, copies] of Object.entries(pirates)) cards.push(...Array<string>(copies).fill(colour + force));
  }
  return [...cards, "yC", "rC", "bC", "gC", "A"];
}

/** Deal again from the seed that is known now, and compare: the cards, and who started. */
export function check(record: KorsarRecord, announced: string): Checked {
  const { computed, stream } = opened(record.proof);
  const cards = fullDeck();
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = stream.below(i + 1);
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  const sides = record.teams ? record.seats / 2 : record.seats;
  const lot = stream.below(sides) * (record.teams ? 2 : 1);
  const named = record.proof.setup["first"] as number | null;
  const dealt = [...record.deal.hands.flat(), ...record.deal.deck];
  const same = cards.filter((card, n) => card === dealt[n]).length;
  const first = record.first === (named ?? lot);
  return { announced, computed, same, all: cards.length, fair: announced === computed && same === cards.length && first };
}

/** Throw the dice of a game again, in the order of its moves, and compare; `faces` are those of the coloured die. */
export function checkDice({ moves, proof }: LesCorsairesRecord, announced: string, faces: readonly string[]): Checked {
  const { computed, stream } = opened(proof);
  const plain = () => String(stream.below(6) + 1);
  const coloured = () => (faces[stream.below(6)]?.[0] ?? "").toUpperCase();
  const thrown = moves.flatMap((text) => {
    const [move = "", result] = text.split("=");
    return result === undefined ? [] : [{ move, result }];
  });
  const same = thrown.filter(({ move, result }) => {
    const again = move === "wind" ? coloured() + plain() : move.endsWith("!") ? coloured() : plain();
    return again === result;
  }).length;
  return { announced, computed, same, all: thrown.length, fair: announced === computed && same === thrown.length };
}
