// Four clients a match by socket.io; a move is complete when all four have its update.
// node load.cjs PORT MATCHES SECONDS SERVER_PID
const { readFileSync } = require("node:fs");
const { io } = require("socket.io-client");

const [port, matches, seconds, pid] = process.argv.slice(2).map(Number);
const SEATS = 4;
const WARM_UP = 2;
const TICKS = 100; // of the system's clock a second
let times = [];
let counting = false;

function cpu() {
  const fields = readFileSync(`/proc/${pid}/stat`, "ascii").split(") ").pop().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

class Match {
  constructor(id) {
    this.id = `match-${id}`;
    this.heard = 0;
    this.seats = Array.from({ length: SEATS }, (_, seat) => this.join(seat));
  }

  join(seat) {
    const socket = io(`http://127.0.0.1:${port}/trivial`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, SEATS));
    socket.on("sync", (_, info) => this.told(info.state));
    socket.on("update", (_, state) => this.told(state));
    return socket;
  }

  told(state) {
    this.heard += 1;
    if (this.heard < SEATS) return;
    if (counting && this.sent) times.push(performance.now() - this.sent);
    this.move(state);
  }

  move(state) {
    const player = state.ctx.currentPlayer;
    const action = { type: "MAKE_MOVE", payload: { type: "step", args: [], playerID: player, credentials: undefined } };
    this.heard = 0;
    this.sent = performance.now();
    this.seats[Number(player)].emit("update", action, state._stateID, this.id, player);
  }
}

const all = Array.from({ length: matches }, (_, id) => new Match(id));
const wait = (length) => new Promise((done) => setTimeout(done, length * 1000));

(async () => {
  await wait(WARM_UP);
  counting = true;
  const before = cpu();
  const since = performance.now();
  await wait(seconds);
  const lasted = (performance.now() - since) / 1000;
  const used = cpu() - before;
  times.sort((a, b) => a - b);
  const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const figures = {
    players: all.length * SEATS,
    moves_per_second: times.length / lasted,
    latency_p50_milliseconds: part(0.5),
    latency_p99_milliseconds: part(0.99),
    server_cpu_microseconds: (used / times.length) * 1e6,
  };
  console.log(JSON.stringify(figures));
  process.exit(0);
})();
