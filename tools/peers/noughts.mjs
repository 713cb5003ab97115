// Random play of noughts and crosses on the client of boardgame.io, from the folder that it is installed in.
import { createRequire } from "node:module";
import { argv, cpuUsage, cwd } from "node:process";

const { Client } = createRequire(`${cwd()}/`)("boardgame.io/client");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

const noughts = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const won = LINES.some((line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer));
    if (won) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
  disableUndo: true,
};

function seconds() {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}

const client = Client({ game: noughts, debug: false });
client.start();

// One game: list the empty cells, mark one of them, until it is over. A new client for each would take twice as long.
function moves() {
  client.reset();
  let count = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const empty = state.G.cells.flatMap((mark, cell) => (mark === null ? [cell] : []));
    client.moves.mark(empty[Math.floor(Math.random() * empty.length)]);
    count += 1;
  }
  return count;
}

function pace(limit) {
  for (let game = 0; game < 1000; game += 1) moves();
  const begun = seconds();
  let count = 0;
  while (seconds() - begun < limit) count += moves();
  return count / (seconds() - begun);
}

console.log(pace(Number(argv[2])));
