import { expect, it } from 'vitest';
import { readLeet } from './leet.ts';

const isWord = (word: string) => ['blue', 'lighthouse'].includes(word);

it.each([
  ['l1gh7h0u53', 'lighthouse'],
  ['t@ble', 'table'],
  ['cha1r!', 'chair!'],
])('reads %s as %s', (text, word) => {
  expect(readLeet(text, isWord)).toBe(word);
});

it('reads 1 as the letter that makes a word', () => {
  expect([readLeet('b1ue', isWord), readLeet('b1rd', isWord)]).toEqual(['blue', 'bird']);
});

it('leaves sizes, counts, lenses and ages alone', () => {
  const text = '4k 8k 3d 1080p 35mm 1980s 2x 12yo 1girl f1 60fps 16:9';
  expect(readLeet(text, isWord)).toBe(text);
});

it('reads bare numbers where everything is leet', () => {
  expect(readLeet('7h3y w41t 70 533 7h3m', isWord)).toBe('they wait to see them');
});

it('takes time in proportion to the length', () => {
  const start = process.cpuUsage();
  readLeet('1'.repeat(200_000), isWord);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(500);
});
