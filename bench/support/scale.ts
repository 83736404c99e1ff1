/**
 * `npm run bench -- --quick`: checks within minutes that everything runs; its figures aren't
 * quotable.
 */
export const isQuick = process.env.BENCH_QUICK === '1';

/** The number for a full run or for a quick one. */
export function scaled(full: number, quick: number): number {
  return isQuick ? quick : full;
}
