import { expect, it } from 'vitest';
import { createPieces } from './pieces.ts';

/** Which caller ran in each turn of the event loop. */
async function turnsOf(asked: readonly string[]): Promise<string[]> {
  const nextPiece = createPieces();
  const ran: string[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = async (who: string) => {
    await nextPiece(who);
    ran.push(`${turn}: ${who}`);
  };
  await Promise.all(asked.map(work));
  isOver = true;
  return ran;
}

it('runs one piece per turn', async () => {
  expect(await turnsOf(['a', 'a', 'a'])).toEqual(['1: a', '2: a', '3: a']);
});

it('rotates among callers with pieces', async () => {
  const ran = await turnsOf(['a', 'a', 'a', 'b', 'c']);
  expect(ran).toEqual(['1: a', '2: b', '3: c', '4: a', '5: a']);
});

it('continues after a pause, and while others arrive', async () => {
  const nextPiece = createPieces();
  const ran: number[] = [];
  await nextPiece('a');
  await Promise.all([1, 2, 3].map((nth) => nextPiece('a').then(() => ran.push(nth))));
  await nextPiece('b').then(() => nextPiece('b'));
  expect(ran).toEqual([1, 2, 3]);
});

it('leaves as much time to others as long pieces take', async () => {
  const nextPiece = createPieces();
  const others = { served: 0, isOver: false };
  const serve = () => {
    others.served += 1;
    if (!others.isOver) setImmediate(serve);
  };
  setImmediate(serve);
  const servedBefore: number[] = [];
  const work = async () => {
    await nextPiece('a');
    servedBefore.push(others.served);
    const endsAt = performance.now() + 20;
    while (performance.now() < endsAt);
  };
  await Promise.all([work(), work(), work()]);
  others.isOver = true;
  const [first = 0, second = 0, third = 0] = servedBefore;
  expect(second - first).toBeGreaterThan(10);
  expect(third - second).toBeGreaterThan(10);
});
