import type { WriteStream } from 'node:tty';

export interface Progress {
  readonly phase: 'prepare' | 'storm' | 'settle' | 'check';
  /** Progress of the phase, from 0 to 1. */
  readonly done: number;
  readonly text: string;
}

export type OnProgress = (progress: Progress) => void;

const BAR = 30;
/** Milliseconds between two lines without a terminal. */
const LINE_MS = 30_000;

/** A progress bar on a terminal; otherwise a line every few seconds. */
export function showProgress(stream: WriteStream): OnProgress {
  let toldAt = 0;
  let phase = '';
  return ({ phase: now, done, text }) => {
    const filled = Math.round(Math.min(done, 1) * BAR);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}]`;
    if (stream.isTTY) {
      stream.write(`\r\x1b[2K${now.padEnd(7)} ${bar} ${text}`);
      return;
    }
    if (phase === now && Date.now() - toldAt < LINE_MS) return;
    toldAt = Date.now();
    phase = now;
    stream.write(`${new Date().toISOString()} ${now} ${Math.round(done * 100)} % ${text}\n`);
  };
}
