// The lesson on parity: a board on which two tiles can be swapped, and the half to which it belongs.

import { ask, commas, counted, make } from "./ask.js";
import { picture } from "./board.js";
import { addExercise } from "./exercises.js";
import { Halves } from "./halves.js";
import { METRIC, complain, explore } from "./lesson.js";
import { parityOf, stepsOfEmpty, swapsTo } from "./permutation.js";
import { TileBoard } from "./tileboard.js";

const GOAL = "123:45.";
/** A position whose half is asked: three tiles have changed places in a ring. */
const RING = "312:45.";
/** The number of the half from which the goal is in reach, and of the other one. */
const [NEAR, FAR] = [0, 1];

const byId = (id) => document.getElementById(id);
const boardOf = (title, rows) => `title = "${title}"\ndistinct = true\nstart = """\n${rows.join("\n")}\n"""\n`;
const IN_ORDER = { name: "tiles:2x3" };
const SWAPPED = { text: boardOf("1 and 2 swapped", ["213", "45."]) };
const LARGER = { name: "tiles:3x3" };
const LARGER_SWAPPED = { text: boardOf("1 and 2 swapped", ["213", "456", "78."]) };
const FAMOUS_ROWS = ["1 2 3 4", "5 6 7 8", "9 10 11 12", "13 15 14 ."];
const FAMOUS = { text: `${boardOf("14 and 15 swapped", FAMOUS_ROWS)}[[goal]]\nboard = """\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 _\n"""\n` };

const factorial = (number) => (number < 2 ? 1 : number * factorial(number - 1));

/** Mixes the cells of the board, so that each arrangement is as likely as any other. */
function mixed() {
  const tokens = [...GOAL.replace(":", "")];
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [tokens[at], tokens[other]] = [tokens[other], tokens[at]];
  }
  return `${tokens.slice(0, 3).join("")}:${tokens.slice(3).join("")}`;
}

/** The lesson, once both halves are loaded. */
class ParityLesson {
  constructor(halves) {
    this.halves = halves;
    this.board = new TileBoard(byId("tiles"), GOAL, {
      changed: () => this.show(),
      said: (words) => { byId("said").textContent = words; },
    });
    for (const mode of document.querySelectorAll("[name=mode]")) {
      mode.addEventListener("change", () => this.board.slide(mode.value === "slide"));
      // A page that is loaded again keeps the mode that was chosen.
      if (mode.checked) this.board.slide(mode.value === "slide");
    }
    byId("order").onclick = () => this.board.put(GOAL);
    byId("random").onclick = () => this.board.put(mixed());
    this.addExercises(byId("exercises"));
    this.count();
    this.show();
  }

  count() {
    const { halves } = this;
    const [near, far] = [NEAR, FAR].map((half) => halves.size(half));
    const cells = this.board.tokens.length;
    byId("counts").textContent = `Five tiles and the empty cell have ${cells}! = ${commas(factorial(cells))} arrangements. ` +
      `The engine has counted ${commas(near)} from which the goal is in reach and ${commas(far)} from which it is not: ` +
      `${commas(near)} + ${commas(far)} = ${commas(near + far)}.`;
  }

  /** Shows the sum for the position on the board, and in which half the engine has it. */
  show() {
    const { position } = this.board;
    byId("said").textContent = "";
    const [swaps, steps] = [swapsTo(GOAL, position), stepsOfEmpty(GOAL, position)];
    const fact = (id, number) => { byId(id).textContent = `${number}: ${parityOf(number)}`; };
    fact("swaps", swaps);
    fact("walk", steps);
    fact("together", swaps + steps);
    const { half, distance } = this.halves.find(position);
    const sum = parityOf(swaps + steps);
    byId("half").textContent = half === FAR ? `The sum is ${sum}. The engine has this position in the other half: the goal cannot be reached.`
      : distance === 0 ? `This is the goal, and its sum is ${sum}.`
        : `The sum is ${sum}. The engine has this position ${counted(distance, METRIC)} from the goal.`;
    byId("half").classList.toggle("bad", half === FAR);
    byId("half").classList.toggle("good", half === NEAR);
    this.halves.walk(position);
    if (this.field) this.field.value = position;
  }

  addExercises(list) {
    addExercise(list, {
      question: "A board of three rows and three columns has 9! = 362,880 arrangements of eight tiles and the empty cell. From how many is the goal in reach?",
      check: (answer) => judgeLarger(answer),
    });
    const { puzzle, book } = this.halves.parts[NEAR];
    const figure = make("div", { class: "figure" }, picture(puzzle, book.positions.read(RING), "the rows 3 1 2 and 4 5, then the empty cell"));
    addExercise(list, {
      question: "Each of the tiles 1, 2 and 3 stands where another of them belongs. Is the goal in reach from here?",
      figure,
      choices: ["yes", "no"],
      check: (answer) => this.judgeRing(answer),
    });
    this.field = addExercise(list, {
      question: "Make on the board above a position of the half with the goal out of reach, whose empty cell is in the upper left corner. The field shows the board.",
      isBoard: true,
      check: (position) => this.judgeBoard(position),
    });
  }

  judgeRing(answer) {
    const { half, distance } = this.halves.find(RING);
    const where = half === NEAR ? `The engine has this position ${counted(distance, METRIC)} from the goal` : "The engine has this position in the other half";
    const swaps = swapsTo(GOAL, RING);
    const why = `${where}. It takes ${counted(swaps, "swap")} to put the tiles in place, and the empty cell is in its corner: ${parityOf(swaps)}.`;
    return { isRight: (answer === "yes") === (half === NEAR), why };
  }

  judgeBoard(position) {
    const { half, distance } = this.halves.find(position);
    if (half === NEAR) {
      return { isRight: false, why: `The engine has this position ${counted(distance, METRIC)} from the goal. Slides never leave this half, but one swap of two tiles does.` };
    }
    if (!position.startsWith(".")) {
      return { isRight: false, why: "The half is right, but the empty cell is not in the upper left corner. Slide tiles until it is there: that does not change the half." };
    }
    return { isRight: true, why: `The engine has this position in the half with the goal out of reach, as one of ${commas(this.halves.size(FAR))}.` };
  }
}

/** Judges the number of positions of a larger board, whose halves the engine explores for that. */
async function judgeLarger(answer) {
  const near = await explore(LARGER);
  if (answer !== Number(near.found)) {
    const why = answer === factorial(9) ? "These are all arrangements, in both halves."
      : "All arrangements are in two halves, which are of the same size.";
    return { isRight: false, why };
  }
  const far = await explore(LARGER_SWAPPED);
  const depth = near.generations.length - 1;
  return {
    isRight: true,
    why: `The engine has just met ${commas(near.found)} positions from the goal, the farthest ${counted(depth, METRIC)} away, and ${commas(far.found)} in the other half.`,
  };
}

/** Shows the board with 14 and 15 swapped, and what the engine finds about it. */
async function showFamous() {
  const puzzle = await ask("/api/puzzle", FAMOUS);
  byId("famous-board").replaceChildren(picture(puzzle, puzzle.places, "the tiles 1 to 15 in order, with 14 and 15 swapped"));
  const isByParity = puzzle.unsolvable?.reason === "parity";
  byId("famous-words").textContent = isByParity
    ? "The engine, asked about this board, finds that it has no solution, because its parity is not that of the goal."
    : "The engine does not say of this board that it has no solution.";
}

async function begin() {
  let lesson = null;
  const halves = new Halves([byId("near"), byId("far")], (text) => lesson.board.put(text));
  try {
    await halves.load([IN_ORDER, SWAPPED]);
    byId("lesson").hidden = byId("exercise-part").hidden = false;
    byId("loading").hidden = true;
    lesson = new ParityLesson(halves);
    await showFamous();
    await halves.open(() => lesson.board.position);
  } catch (refused) {
    byId("loading").hidden = true;
    complain(refused);
  }
}

begin();
