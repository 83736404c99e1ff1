import { expect, it } from 'vitest';
import { measure } from './measure.ts';
import { PERTURBATIONS } from './perturb.ts';
import { readHeldBack } from './texts.ts';

/** Disguises under which at least 95 % of what is flagged as written must still be flagged. */
const WITHSTOOD = [
  ...['leet', 'look-alikes', 'zero-width', 'letters spaced', 'letters dotted', 'full width'],
  ...[
    'accents',
    'letters repeated',
    'mixed case',
    'letter doubled',
    'vowel masked',
    'emoji in words',
  ],
  ...['underscores', 'frame in Chinese', 'frame in Japanese', 'backwards', 'base64', 'rot13'],
  ...['HTML entities', 'percent codes', 'hyphen in words', 'blank in words', 'letters swapped'],
];
const KEPT = 0.95;
/** With a letter dropped from every word, there are too many candidates to recover them all. */
const KEPT_DROPPED = 0.85;

it.each([
  ...WITHSTOOD.map((name) => [name, KEPT] as const),
  ['letter dropped', KEPT_DROPPED] as const,
])('flags adult texts disguised by: %s', async (name, kept) => {
  const disguise = PERTURBATIONS.find((each) => each.name === name);
  const texts = readHeldBack('adult_nsfw', 'en');
  const plain = await measure({ name, texts, expects: 'harmful' });
  const changed = texts.map((text) => disguise?.apply(text) ?? '');
  const disguised = await measure({ name, texts: changed, expects: 'harmful' });
  expect(disguised.held).toBeGreaterThanOrEqual(plain.held * kept);
});
