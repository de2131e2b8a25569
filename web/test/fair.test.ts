import { describe, expect, it } from "vitest";
import { canonical, check, checkDice, fullDeck, sha256, toHex, type KorsarRecord } from "../src/net/fair";
import thrown from "./dice.json";
import recorded from "./record.json";

const record = recorded as unknown as KorsarRecord;

describe("the fair deal in the browser", () => {
  it("hashes as everybody does", () => {
    expect(toHex(sha256(new TextEncoder().encode("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(toHex(sha256(new Uint8Array(1000)))).toBe(
      "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53",
    );
  });

  it("has one text for a set-up", () => {
    expect(canonical({ b: [1, null, true], a: "é" })).toBe('{"a":"é","b":[1,null,true]}');
  });

  it("knows all 78 cards", () => expect(fullDeck()).toHaveLength(78));

  it("deals a record of the server again", () => {
    const found = check(record, record.proof.commitment);
    expect(found).toMatchObject({ same: 78, all: 78, fair: true });
  });

  it("sees a card that was moved, a seed that was changed, another announcement", () => {
    const moved = structuredClone(record);
    [moved.deal.deck[0], moved.deal.deck[1]] = [moved.deal.deck[1]!, moved.deal.deck[0]!];
    if (moved.deal.deck[0] !== moved.deal.deck[1]) expect(check(moved, record.proof.commitment).fair).toBe(false);
    const seeded = structuredClone(record);
    seeded.proof.seed = seeded.proof.seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(check(seeded, record.proof.commitment).fair).toBe(false);
    expect(check(record, "0".repeat(64)).fair).toBe(false);
  });
});

describe("fair dice in the browser", () => {
  const faces = ["red", "red", "blue", "blue", "yellow", "yellow"];
  const announced = thrown.proof.commitment;
  const throws = thrown.moves.filter((move) => move.includes("=")).length;

  it("throws those of a record again: winds, shots, the die", () => {
    expect(throws).toBeGreaterThan(20);
    expect(checkDice(thrown, announced, faces)).toMatchObject({ computed: announced, same: throws, all: throws, fair: true });
  });

  it("sees a throw that was changed, another die, another seed, another announcement", () => {
    const changed = thrown.moves.map((move) => move.replace(/^start=4$/, "start=5"));
    expect(checkDice({ ...thrown, moves: changed }, announced, faces)).toMatchObject({ same: throws - 1, fair: false });
    expect(checkDice(thrown, announced, [...faces].reverse()).fair).toBe(false);
    const seed = thrown.proof.seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(checkDice({ ...thrown, proof: { ...thrown.proof, seed } }, announced, faces).fair).toBe(false);
    expect(checkDice(thrown, "0".repeat(64), faces).fair).toBe(false);
  });
});
