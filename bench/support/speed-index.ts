import type { Page } from 'playwright-core';

/** A picture of the page while it loaded; milliseconds since the visit began. */
export interface Frame {
  readonly at: number;
  /** JPEG in Base64. */
  readonly picture: string;
}

interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly args: {
    readonly snapshot?: string;
    readonly data?: { readonly documentLoaderURL?: string };
  };
}

/** The pictures that Chromium's trace of a visit holds, from the start of the navigation. */
export function framesOf(trace: Buffer, url: string): readonly Frame[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const start = traceEvents.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error(`The trace knows no visit to ${url}`);
  return traceEvents
    .filter(({ name, args, ts }) => name === 'Screenshot' && args.snapshot && ts >= start.ts)
    .map(({ ts, args }) => ({ at: (ts - start.ts) / 1_000, picture: args.snapshot as string }));
}

/** Runs in an empty page: how far each picture's colours are from the last one's; 1 is blank paper. */
const COMPARE = `(async (pictures) => {
  const histograms = [];
  for (const picture of pictures) {
    const image = new Image();
    image.src = 'data:image/jpeg;base64,' + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Float64Array(768);
    for (let at = 0; at < data.length; at += 4) {
      for (let channel = 0; channel < 3; channel += 1) counts[channel * 256 + data[at + channel]] += 1;
    }
    histograms.push(counts);
  }
  const last = histograms.at(-1);
  const distance = (counts) => counts.reduce((sum, count, at) => sum + Math.abs(count - last[at]), 0);
  const pixels = last.reduce((sum, count) => sum + count, 0) / 3;
  const blank = new Float64Array(768);
  for (const white of [255, 511, 767]) blank[white] = pixels;
  return histograms.map((counts) => distance(counts) / (distance(blank) || 1));
})`;

/**
 * The Speed Index (web.dev/articles/speed-index): the time summed over what was still missing from the
 * picture, judged by the histograms of its colours. Before the first picture all was missing.
 */
export async function speedIndex(blank: Page, frames: readonly Frame[]): Promise<number> {
  const pictures = JSON.stringify(frames.map(({ picture }) => picture));
  const missing = (await blank.evaluate(`${COMPARE}(${pictures})`)) as number[];
  return frames.reduce((sum, { at }, place) => {
    const next = frames[place + 1]?.at ?? at;
    return sum + (next - at) * (missing[place] ?? 0);
  }, frames[0]?.at ?? 0);
}
