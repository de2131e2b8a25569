// boardgame.io with its in-memory store and a game without rules to speak of: each seat in turn counts one further.
const { Server, Origins } = require("boardgame.io/server");

const game = {
  name: "trivial",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => ({ count: G.count + 1 }) },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
