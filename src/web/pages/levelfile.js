// Levels in files, which are dropped on the page or chosen.

const ENDINGS = /\.(xsb|sok|slc|txt)$/i;
/** Most bytes of a file: the server reads no longer request. */
const MOST = 256 * 1024;

/** The text of bytes in UTF-8, or in Latin-1 as old collections have it. */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Calls `read` with the text of each file that is dropped or chosen, or `refuse` with a reason. */
export function acceptFiles(input, read, refuse) {
  const take = async (file) => {
    if (!ENDINGS.test(file.name)) return refuse(`${file.name} is not read: give a file that ends in .xsb, .sok, .slc or .txt.`);
    if (file.size > MOST) return refuse(`${file.name} has more than 256 KiB: give a file with fewer levels.`);
    try {
      return read(decoded(await file.arrayBuffer()));
    } catch {
      return refuse(`${file.name} cannot be read.`);
    }
  };
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const light = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    // Without this the browser would show the file in place of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    light(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) light(false);
  });
  document.addEventListener("drop", (event) => {
    light(false);
    if (!hasFile(event)) return;
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) take(event.dataTransfer.files[0]);
  });
  input.addEventListener("change", () => {
    if (input.files.length > 0) take(input.files[0]);
    // The same file may be chosen again after it has changed.
    input.value = "";
  });
}
