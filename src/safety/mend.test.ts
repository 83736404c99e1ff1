import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { readText } from './reading.ts';

const KNOWN =
  'a the an is of in red old barn light house lighthouse woman man with on hill near sunset cat table chair paint wall gallery window'.split(
    ' ',
  );
const data = probeData({ nudity: ['orchard', 'meadow'], sexual: ['violin'] }, KNOWN);
const read = (text: string) => readText(text, data).folded.text;

describe('a word in disguise is read as the listed word', () => {
  it.each([
    ['letters swapped', 'an orchrad'],
    ['a letter dropped', 'an orcard'],
    ['a letter doubled', 'an orchhard'],
    ['another letter', 'an orcherd'],
    ['a vowel masked', 'an orch*rd'],
    ['letters repeated', 'an oooorchaaard'],
    ['letters spaced', 'an o r c h a r d'],
    ['letters dotted', 'an o.r.c.h.a.r.d'],
    ['a blank inside', 'an orch ard'],
    ['a hyphen inside', 'an orch-ard'],
    ['an emoji inside', 'an orch🍎ard'],
    ['a line end inside', 'an orch\nard'],
    ['leet', 'an 0rch4rd'],
  ])('%s', (_, text) => {
    expect(read(text)).toBe('an orchard');
  });

  it.each([
    ['no blanks', 'theredbarnonthehillneartheorchard', 'the red barn on the hill near the orchard'],
    ['backwards', 'drahcro eht raen nrab der', 'red barn near the orchard'],
    ['rot13', 'erq onea arne gur bepuneq', 'red barn near the orchard'],
    ['Cyrillic by sound', 'орчард', 'orchard'],
  ])('%s', (_, text, words) => {
    expect(read(text)).toBe(words);
  });
});

describe('ordinary text is left alone', () => {
  it.each([
    'a red barn near the sunset',
    // A name that is near no listed word, a size, a tag.
    'zyxwvut 35mm 1girl',
    'the cat, a table; an old man',
    'light_house',
  ])('%j', (text) => {
    expect(read(text)).toBe(text);
  });
});

it('takes time in proportion to the length', () => {
  for (const piece of [
    'n',
    'a b ',
    'xqz ',
    'redbarn',
    'n*d* ',
    'приве ',
    '\ufb03',
    '\ufdfa',
    'aa',
  ]) {
    const start = process.cpuUsage();
    read(piece.repeat(10_000 / piece.length));
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(500);
  }
});

describe('a text of another language is left as it is', () => {
  it.each([
    'der Orchrad und das Haus',
    'le orcard de la maison',
    'bahçe ve orchrad için',
    'сад и дом на реке',
    'ngôi nhà của orchrad',
  ])('%s', (text) => {
    expect(read(text)).not.toContain('orchard');
  });

  it('but a little word of one makes it no other language', () => {
    expect(read('a red barn in le orchrad on the hill')).toContain('orchard');
  });
});

it('reads Cyrillic letters by their sound where most words are English then', () => {
  expect(read('ред барн ин а медов')).toContain('meadow');
  expect(read('медов хозяин варит')).not.toContain('meadow');
});
