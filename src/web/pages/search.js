// The lesson on breadth-first search: a state graph grows by generations, beside a board.

import { commas, counted } from "./ask.js";
import { Board } from "./board.js";
import { addExercise } from "./exercises.js";
import { Generations } from "./generations.js";
import { GrowingGraph } from "./growinggraph.js";
import { METRIC, complain, loadComponent, openGraph } from "./lesson.js";
import { lengthOf } from "./moves.js";

/** A board whose Start is its goal, so that the line to Finish leads back to Start. */
const NAMED = { name: "tiles:2x3" };
/** The generation of the first exercise, and the distance of the last. */
const [COUNTED, WANTED] = [3, 5];

const byId = (id) => document.getElementById(id);
const steps = (count) => counted(count, METRIC);

/** The lesson, once all positions are loaded. */
class SearchLesson {
  constructor({ puzzle, book }) {
    Object.assign(this, { puzzle, book });
    this.depth = book.depth(METRIC, "start");
    this.sizes = Array.from({ length: this.depth + 1 }, (_, own) => book.generation(own, METRIC, "start").length);
    this.graph = new GrowingGraph(byId("graph"), (text) => this.put(book.positions.read(text), null));
    this.board = new Board(byId("board"), puzzle, (move) => this.played(move), (piece) => this.refuse(piece));
    this.field = null;
    byId("restart").onclick = () => this.put(puzzle.places, 0);
    this.controls = new Generations(byId("controls"), this.depth, () => this.show());
    this.addExercises(byId("exercises"));
    this.put(puzzle.places, 0);
    this.show();
  }

  /** How many positions are at most this far from Start. */
  metBy(generation) {
    return this.sizes.slice(0, generation + 1).reduce((sum, own) => sum + own);
  }

  /** Shows the generation that the controls have. */
  show() {
    if (!this.controls) return;
    const { at, isPlaying } = this.controls;
    const words = byId("generation-words");
    // While generations follow by themselves, only the last of them is read aloud.
    words.setAttribute("aria-live", isPlaying ? "off" : "polite");
    const size = this.sizes[at];
    const inIt = at === 0 ? "Start alone" : `${counted(size, "position")} exactly ${steps(at)} from Start`;
    const end = at === this.depth ? " No step leads to anything new, so the search ends." : "";
    words.textContent = `Generation ${at}: ${inIt}. So far ${commas(this.metBy(at))} of ${commas(this.book.count)} positions.${end}`;
    this.graph.grow(at);
    this.describe();
  }

  /** Puts a position on the board; `made` is the number of steps by which the visitor went there, or null. */
  put(places, made) {
    this.board.show(places);
    this.settle(places, made);
  }

  settle(places, made) {
    Object.assign(this, { places, made, number: this.book.find(places) });
    this.board.allow(this.book.moves(places, METRIC));
    this.graph.walk(places);
    this.field.value = this.book.positions.write(places);
    this.describe();
  }

  played(move) {
    const made = this.made === null ? null : this.made + lengthOf(move, METRIC);
    this.settle(this.book.positions.after(this.places, move), made);
  }

  refuse(piece) {
    byId("place-words").textContent = `${piece.token} cannot go there: only a tile beside the empty cell can move, into it.`;
  }

  get distance() {
    return this.book.distance(this.number, METRIC, "start");
  }

  /** Says where the position on the board is in the search. */
  describe() {
    if (!this.places) return;
    const { at } = this.controls;
    const how = this.made === null ? "Chosen in the graph." : `You have made ${steps(this.made)}.`;
    const where = this.distance === 0 ? "This is Start."
      : this.distance <= at ? `The search met it in generation ${this.distance}: it is ${steps(this.distance)} from Start.`
        : `The search has not met it by generation ${at}: it is more than ${steps(at)} from Start.`;
    const words = `${how} ${where}`;
    // The same words again would be read aloud again.
    if (byId("place-words").textContent !== words) byId("place-words").textContent = words;
  }

  addExercises(list) {
    addExercise(list, {
      question: `How many positions are exactly ${steps(COUNTED)} from Start?`,
      check: (answer) => this.judgeSize(answer),
    });
    addExercise(list, {
      question: "How far from Start is the farthest position, in steps?",
      check: (answer) => this.judgeDepth(answer),
    });
    this.field = addExercise(list, {
      question: `Play on the board, from Start, to a position that is exactly ${steps(WANTED)} from it. The field shows the board.`,
      isBoard: true,
      check: () => this.judgeBoard(),
    });
  }

  judgeSize(answer) {
    const [size, met] = [this.sizes[COUNTED], this.metBy(COUNTED)];
    if (answer === size) {
      return { isRight: true, why: `Of all ${commas(this.book.count)} positions that the engine has listed, ${size} are at distance ${COUNTED}.` };
    }
    const why = answer === met
      ? `${met} positions are at most ${steps(COUNTED)} away. The question is only about those at exactly this distance.`
      : `Show generation ${COUNTED} above and count the points with a ring.`;
    return { isRight: false, why };
  }

  judgeDepth(answer) {
    const { depth, sizes } = this;
    if (answer === depth) {
      return { isRight: true, why: `Generation ${depth} is the last that the engine has met, with ${counted(sizes[depth], "position")}.` };
    }
    const why = answer === depth + 1 ? `There are ${depth + 1} generations, but the first of them has the number 0.`
      : answer > depth ? "The search ends before: no position is so far away."
        : `Generation ${answer} is not the last: the next has ${counted(sizes[answer + 1], "position")}.`;
    return { isRight: false, why };
  }

  judgeBoard() {
    const { distance, made } = this;
    if (made === null) return { isRight: false, why: "This position was chosen in the graph. Press Back to Start and play from there." };
    if (distance === WANTED) {
      return { isRight: true, why: `You made ${steps(made)}, and the engine has this position at distance ${WANTED}.` };
    }
    const why = made > distance
      ? `You made ${steps(made)}, but the engine has this position at distance ${distance}: a shorter way leads there.`
      : `The engine has this position at distance ${distance}.`;
    return { isRight: false, why };
  }
}

async function begin() {
  try {
    const component = await loadComponent(NAMED);
    byId("lesson").hidden = byId("exercise-part").hidden = false;
    byId("loading").hidden = true;
    const lesson = new SearchLesson(component);
    await openGraph(lesson.graph, component);
    lesson.graph.walk(lesson.places);
  } catch (refused) {
    byId("loading").hidden = true;
    complain(refused);
  }
}

begin();
