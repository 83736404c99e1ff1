import { expect, it } from 'vitest';

type DirectedRuns = (
  line: string,
  direction: 'ltr' | 'rtl',
) => { text: string; isRightToLeft: boolean }[];
// Plain JavaScript, as a worker thread loads it.
const { directedRuns }: { directedRuns: DirectedRuns } = await import(
  new URL('./pdf-direction.mjs', import.meta.url).href
);

const onPage = (line: string, direction: 'ltr' | 'rtl') =>
  directedRuns(line, direction)
    .map(({ text, isRightToLeft }) => (isRightToLeft ? [...text].reverse().join('') : text))
    .join('');

it.each([
  ['Shop 12', 'ltr', 'Shop 12'],
  ['Shop أبج (2)', 'ltr', 'Shop (2) جبأ'],
  ['أبج Shop 12', 'rtl', 'Shop 12 جبأ'],
  ['أبج 12 دهو', 'rtl', 'وهد 12 جبأ'],
  ['أبج (دهو): \u2068A (b)\u2069', 'rtl', 'A (b) :(وهد) جبأ'],
  ['\u200f9.90 \u2068US$\u2069', 'rtl', 'US$ 9.90'],
  ['', 'rtl', ''],
] as const)('puts %s into its order on the page', (line, direction, expected) => {
  expect(onPage(line, direction).replaceAll('\u00a0', ' ')).toBe(expected);
});
