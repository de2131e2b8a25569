// A game as a moving picture: every position drawn on a canvas that the browser records. It takes as long as it lasts.
const [WIDTH, HEIGHT] = [1280, 800];
const TYPE = "video/webm";

export const canRecord = (): boolean =>
  "MediaRecorder" in window && "captureStream" in HTMLCanvasElement.prototype && MediaRecorder.isTypeSupported(TYPE);

/** Draw one position after the other, each shown for so many ms; null if it was broken off. */
export async function record(positions: AsyncIterable<string>, pause: () => number, broken: AbortSignal): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: TYPE, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const done = new Promise((stopped) => (recorder.onstop = stopped));
  try {
    for await (const drawing of positions) {
      await draw(canvas, drawing);
      if (recorder.state === "inactive") recorder.start();
      await new Promise((over) => setTimeout(over, pause()));
      if (broken.aborted) break;
    }
  } finally {
    if (recorder.state !== "inactive") {
      recorder.stop();
      await done;
    }
  }
  return broken.aborted ? null : new Blob(parts, { type: TYPE });
}

/** As large as it fits, in the middle. */
async function draw(canvas: HTMLCanvasElement, drawing: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const pen = canvas.getContext("2d");
  const scale = Math.min(WIDTH / image.width, HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  if (!pen) return;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.drawImage(image, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
}
