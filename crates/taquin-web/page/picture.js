// The user's own picture on the tiles. It stays in the browser.

import { byId } from "./element.js";

/** The longer side of the reduced picture, in pixels. */
const MAX_SIDE = 1200;

/** Connects the picture's buttons to the board view; call `fit` when the board has another shape. */
export function picturePanel(view, report) {
  const [file, off] = [byId("picture-file"), byId("picture-off")];
  let image = null;
  let address = null;
  let shape = "";

  /** Crops the picture to the board's shape. */
  async function fit(board) {
    if (!image) return;
    const wanted = `${board.rows}x${board.cols}`;
    if (wanted === shape) return;
    shape = wanted;
    const ratio = board.cols / board.rows;
    const width = Math.min(image.width, image.height * ratio);
    const height = width / ratio;
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const [left, top] = [(image.width - width) / 2, (image.height - height) / 2];
    canvas.getContext("2d").drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
    const cut = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(cut);
    view.setPicture(address);
  }

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    try {
      image = await createImageBitmap(chosen);
      shape = "";
      await fit(view.board);
      off.hidden = false;
      report("");
    } catch {
      report(`${chosen.name} is not a picture that this browser can read.`);
    }
  });
  off.addEventListener("click", () => {
    image = null;
    off.hidden = true;
    view.setPicture(null);
    byId("paste-open").focus();
  });
  return { fit };
}
