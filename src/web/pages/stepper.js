// A number that is changed by two buttons beside its field, or by typing.

/** Wires the buttons beside a field of numbers, which have their step in `data-by`; `changed` is called at once after
 * each change. */
export function wireStepper(field, changed) {
  const [least, most] = [Number(field.min), Number(field.max)];
  const buttons = [...field.parentElement.querySelectorAll("button")];
  let value = null;
  const set = (number) => {
    field.value = number;
    if (number === value) return;
    value = number;
    changed();
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      value = Number(field.value);
      set(Math.min(most, Math.max(least, value + Number(button.dataset.by))));
    });
  }
  field.addEventListener("focus", () => { value = Number(field.value); });
  field.addEventListener("input", () => {
    const number = Number(field.value);
    // What is being typed may be empty or too small for a moment.
    if (Number.isInteger(number) && number >= least && number <= most) set(number);
  });
  field.addEventListener("change", () => set(Math.min(most, Math.max(least, Math.floor(Number(field.value)) || value))));
}
