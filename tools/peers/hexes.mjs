// Random play of a small game on thirty hexes, four seats, on the client of boardgame.io, from the folder that it is
// installed in. A turn has three actions: move a piece to a hex beside it, gather what its hex brings, build there for
// three; or end it early. After 25 rounds buildings and what was gathered count.
import { createRequire } from "node:module";
import { argv, cpuUsage, cwd } from "node:process";

const { Client } = createRequire(`${cwd()}/`)("boardgame.io/client");

const [WIDE, HIGH, SEATS, PIECES, ACTIONS, ROUNDS, COST] = [6, 5, 4, 3, 3, 25, 3];
const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const BESIDE = Array.from({ length: WIDE * HIGH }, (_, hex) =>
  DIRECTIONS.map(([dq, dr]) => [(hex % WIDE) + dq, Math.floor(hex / WIDE) + dr])
    .filter(([q, r]) => q >= 0 && q < WIDE && r >= 0 && r < HIGH)
    .map(([q, r]) => r * WIDE + q),
);

const world = {
  setup: () => ({
    hexes: BESIDE.map((_, hex) => ({ brings: hex % 3, stock: 8, built: null })),
    seats: Array.from({ length: SEATS }, (_, seat) => ({
      goods: [1, 1, 1],
      at: Array.from({ length: PIECES }, (_, piece) => (seat * 7 + piece * 2) % BESIDE.length),
    })),
  }),
  turn: { minMoves: 1, maxMoves: ACTIONS },
  moves: {
    move({ G, playerID }, piece, to) {
      const own = G.seats[playerID];
      if (!BESIDE[own.at[piece]].includes(to)) return "INVALID_MOVE";
      own.at[piece] = to;
    },
    gather({ G, playerID }, piece) {
      const own = G.seats[playerID];
      const hex = G.hexes[own.at[piece]];
      if (hex.stock === 0) return "INVALID_MOVE";
      hex.stock -= 1;
      own.goods[hex.brings] += 1;
    },
    build({ G, playerID }, piece) {
      const own = G.seats[playerID];
      const hex = G.hexes[own.at[piece]];
      if (hex.built !== null || own.goods[hex.brings] < COST) return "INVALID_MOVE";
      own.goods[hex.brings] -= COST;
      hex.built = playerID;
    },
    end({ events }) {
      events.endTurn();
    },
  },
  endIf({ G, ctx }) {
    if (ctx.turn <= ROUNDS * SEATS) return undefined;
    return { points: G.seats.map((own, seat) => points(G, own, String(seat))) };
  },
  disableUndo: true,
};

function points(G, own, seat) {
  const built = G.hexes.filter((hex) => hex.built === seat).length;
  return 5 * built + own.goods.reduce((sum, count) => sum + count, 0);
}

function legal({ G, ctx }) {
  const own = G.seats[ctx.currentPlayer];
  const orders = [["end"]];
  own.at.forEach((at, piece) => {
    const hex = G.hexes[at];
    for (const to of BESIDE[at]) orders.push(["move", piece, to]);
    if (hex.stock > 0) orders.push(["gather", piece]);
    if (hex.built === null && own.goods[hex.brings] >= COST) orders.push(["build", piece]);
  });
  return orders;
}

function seconds() {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}

const client = Client({ game: world, numPlayers: SEATS, debug: false });
client.start();

// One game: list what is legal, do one of it, until it is over. A new client for each would take longer.
function play() {
  client.reset();
  const count = { moves: 0, decisions: 0 };
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const orders = legal(state);
    const [name, ...values] = orders[Math.floor(Math.random() * orders.length)];
    client.moves[name](...values);
    count.moves += 1;
    count.decisions += orders.length > 1 ? 1 : 0;
  }
  return count;
}

function pace(limit) {
  for (let game = 0; game < 5; game += 1) play();
  const begun = seconds();
  const sum = { moves: 0, decisions: 0 };
  while (seconds() - begun < limit) {
    const { moves, decisions } = play();
    sum.moves += moves;
    sum.decisions += decisions;
  }
  const spent = seconds() - begun;
  return { moves: sum.moves / spent, decisions: sum.decisions / spent };
}

console.log(JSON.stringify(pace(Number(argv[2]))));
