// Exercises of a lesson: a question, a field for the answer, and a verdict with its reason.

import { make } from "./ask.js";

/** Reads a whole number, also one whose thousands are separated; null if the text is none. */
export function readCount(text) {
  const trimmed = text.trim();
  const isNumber = /^\d+$/.test(trimmed) || /^\d{1,3}([ ,.'\u00a0\u2009\u202f]\d{3})+$/.test(trimmed);
  return isNumber ? Number(trimmed.replace(/\D/g, "")) : null;
}

function fieldOf(id, { choices, isBoard }) {
  if (choices) {
    const options = ["", ...choices].map((choice) => make("option", { value: choice }, choice || "choose"));
    return make("select", { id }, ...options);
  }
  return make("input", {
    id, autocomplete: "off", readonly: Boolean(isBoard), inputmode: isBoard ? null : "numeric", size: 12,
  });
}

/** Adds an exercise to a list and returns the field of its answer.
 *
 * The answer is a number, one of `choices`, or with `isBoard` what the page writes into the field.
 * `check` returns, perhaps later, whether an answer is right (`isRight`) and the reason (`why`). */
export function addExercise(list, { question, figure, choices, isBoard, check }) {
  const number = list.children.length + 1;
  const field = fieldOf(`answer-${number}`, { choices, isBoard });
  const verdict = make("p", { class: "verdict", role: "status" });
  const judge = async (event) => {
    event.preventDefault();
    const { isRight, why } = await judgement(field.value, choices || isBoard ? (text) => text : readCount, check);
    verdict.className = isRight ? "verdict good" : "verdict bad";
    verdict.textContent = `${isRight ? "Right" : "Not right"}. ${why}`;
  };
  const form = make("form", { id: `exercise-${number}`, onsubmit: judge },
    make("label", { for: field.id }, question), ...(figure ? [figure] : []),
    make("div", { class: "keys" }, field, make("button", { "aria-label": `Check answer ${number}` }, "Check")), verdict);
  list.append(make("li", {}, form));
  return field;
}

async function judgement(text, read, check) {
  const answer = read(text);
  if (answer === null) return { isRight: false, why: "The answer is a whole number, such as 12." };
  if (answer === "") return { isRight: false, why: "Choose an answer first." };
  try {
    return await check(answer);
  } catch (refused) {
    return { isRight: false, why: `The engine could not check it: ${refused.message}.` };
  }
}
