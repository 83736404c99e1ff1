import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const { signal } = new AbortController();

it('works a twentieth of the time, and saves up what is too short for a rest', async () => {
  const rests: number[] = [];
  const pace = createPace(async (ms) => void rests.push(Math.round(ms)));
  for (const workedMs of [40, 40, 40, 1_000, 10]) await pace.restAfter(workedMs, signal);
  expect(rests).toEqual([2_280, 19_000]);
});

it('doesn’t keep a stopping process', async () => {
  const stopping = new AbortController();
  const resting = createPace().restAfter(60_000, stopping.signal);
  stopping.abort();
  await resting;
  await createPace().restAfter(60_000, stopping.signal);
});
