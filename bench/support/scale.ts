/** `npm run bench -- --quick`: shows within minutes that everything runs; no figures to quote. */
export const isQuick = process.env.BENCH_QUICK === '1';

/** The number for a full run or for a quick one. */
export function scaled(full: number, quick: number): number {
  return isQuick ? quick : full;
}
