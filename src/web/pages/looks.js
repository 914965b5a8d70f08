// What is shown on the board beside the pieces: letters and coordinates, as the browser keeps it.

import { keepValue, keptValue } from "./keeping.js";

const byId = (id) => document.getElementById(id);
const keyOf = (look) => `slidewise look ${look}`;

/** Shows or hides letters and coordinates as their boxes say, now and whenever one is changed. */
export function wireLooks() {
  for (const look of ["letters", "coordinates"]) {
    const box = byId(`show-${look}`);
    const show = () => byId("board").classList.toggle(`without-${look}`, !box.checked);
    box.checked = (keptValue(keyOf(look)) ?? document.body.dataset.looks) !== "no";
    box.addEventListener("change", () => {
      keepValue(keyOf(look), box.checked ? "yes" : "no");
      show();
    });
    show();
  }
}
