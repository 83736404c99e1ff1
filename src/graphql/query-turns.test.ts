import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createQueryTurns } from './query-turns.ts';

/** Asks for turns of new texts of one caller at once; returns what becomes of them. */
function askFor(hasLimits: boolean, texts: number) {
  const turns = createQueryTurns(hasLimits);
  const outcome = { compiled: 0, refused: 0 };
  const asked = Array.from({ length: texts }, () =>
    turns.forText('a merchant').then(
      () => {
        outcome.compiled += 1;
      },
      () => {
        outcome.refused += 1;
      },
    ),
  );
  return { turns, outcome, all: Promise.all(asked) };
}

it('compiles twenty new texts of a caller at once, then one every 40 ms', async () => {
  const startedAt = performance.now();
  const { outcome, all } = askFor(true, 25);
  await nextTurn();
  expect(outcome.compiled).toBeGreaterThanOrEqual(20);
  await all;
  expect(outcome).toEqual({ compiled: 25, refused: 0 });
  // A timer may fire a fraction of a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(198);
});

it('refuses what would wait for more than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { outcome } = askFor(true, 1_000);
  vi.useRealTimers();
  await nextTurn();
  expect(outcome.refused).toBe(749);
});

it('does not let one caller wait for another', async () => {
  const { turns } = askFor(true, 100);
  await expect(turns.forText('another')).resolves.toBeUndefined();
});

it('compiles at once without limits', async () => {
  const { outcome } = askFor(false, 1_000);
  await nextTurn();
  expect(outcome).toEqual({ compiled: 1_000, refused: 0 });
});

it('delays the new texts of a caller whose queries are refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = createQueryTurns(true);
  for (let refused = 0; refused < 50; refused += 1) turns.delayText('a merchant');
  const asked = turns.forText('a merchant');
  const other = turns.forText('another');
  vi.useRealTimers();
  await expect(asked).rejects.toMatchObject({ status: 429 });
  await expect(other).resolves.toBeUndefined();
});
