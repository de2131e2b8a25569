import { describe, expect, it } from "vitest";
import { canonical, check, fullDeck, sha256, toHex, type KorsarRecord } from "../src/net/fair";
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
    expect(found).toMatchObject({ same: 78, first: true, fair: true });
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
