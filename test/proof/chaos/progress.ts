import type { WriteStream } from 'node:tty';

export interface Progress {
  readonly phase: 'prepare' | 'storm' | 'settle' | 'check';
  /** Of the phase, from 0 to 1. */
  readonly done: number;
  readonly text: string;
}

export type OnProgress = (progress: Progress) => void;

const BAR = 30;
/** Milliseconds between two lines where there is no terminal. */
const LINE_MS = 30_000;

/** A bar that moves in a terminal; elsewhere a line now and then. */
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
