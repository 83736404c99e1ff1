import { describe, expect, it } from 'vitest';
import { probeData, sightings } from '../../test/support/safety-probe.ts';

const KNOWN = ['bob', 'boxes', 'the', 'child', 'exact', 'fit'];
const data = probeData(
  {
    nudity: [
      ...['zqbare', 'zqb moon', 'boob', 'モモヌヌ', 'リル', '白塔', 'zqpre*', '|赤灯', 's exam'],
      { text: '黒楽', language: 'ja' },
      { text: '青楽', language: 'zh' },
    ],
    harmless: ['zqbare lamp', '白塔寺'],
  },
  [...KNOWN, '黒白', '塔楼', '白塔寺院', 'カリル', '高赤', '灯光'],
);
const found = (text: string) => sightings(text, data).nudity.length;

describe('a listed word', () => {
  it.each([
    ...['zqbare', 'a ZQBARE b', 'z q b a r e', 'z.q.b.a.r.e', 'zq bare', 'zq-bare', 'zzqqbaaare'],
    ...['zqb4r3', 'zqb moon', 'zqb_moon', 'b o o b', 'booob', 'モモヌヌ', 'ももぬぬ', '白 塔'],
    ...['白白塔塔', 'あの白塔は', 'zqprefixed', '白🌙塔', '赤灯', 'の、赤灯'],
  ])('is found in %j', (text) => {
    expect(found(text)).toBe(1);
  });

  it.each([
    ...['zqbarely', 'xzqbare', 'bob', 'zqbare lamp', '白塔寺', 'zq', 'moon zqb', 'zqb, moon'],
    // Words of the dictionary begin before it, or end after it.
    ...['黒白塔楼', '白塔寺院', 'カリルキ', '高赤灯光'],
    ...["the child's exact fit", '白。塔は'],
  ])('is not found in %j', (text) => {
    expect(found(text)).toBe(0);
  });

  it('is looked for in the characters of its own language', () => {
    expect([found('黒楽'), found('黑乐')]).toEqual([1, 0]);
    expect([found('青乐'), found('青樂'), found('青楽')]).toEqual([1, 1, 0]);
  });
});

describe('a word of another language', () => {
  const language = 'de' as const;
  const foreign = ['zqnäkt', '=zqmösen', 'zqbal'].map((text) => ({ text, language }));
  const all = probeData({ foreign }, KNOWN);

  it.each([
    'zqnäkt',
    'ZQNÄKT',
    'zqnakt',
    'zqmösen',
    'zqbal',
    'zqbaaal',
  ])('is found in %j', (text) => {
    expect(sightings(text, all).foreign).toHaveLength(1);
  });

  // Other accents, accents that another word lacks, a doubled letter, letters of another script.
  it.each(['zqnákt', 'zqmosen', 'zqbàl', 'zqball', 'zqbаl'])('is not found in %j', (text) => {
    expect(sightings(text, all).foreign).toHaveLength(0);
  });
});

it('a word of Chinese that means something else in Japanese is not looked for there', () => {
  const both = probeData({ nudity: [{ text: '写真', language: 'zh' }] }, ['写真']);
  expect(sightings('写真', both).nudity).toHaveLength(1);
  expect(sightings('写真をとる', both).nudity).toHaveLength(0);
});

it('a word of Japanese that Chinese has too is looked for in text that may be either', () => {
  const both = probeData({ nudity: [{ text: '裸女', language: 'ja' }] }, ['裸女', '寝室']);
  for (const text of ['裸女', '裸女 寝室', '寝室、裸女']) {
    expect(sightings(text, both).nudity).toHaveLength(1);
  }
});

it('a harmless phrase does not cover a listed word with a letter of its own', () => {
  const crossing = probeData({ nudity: ['白塔'], harmless: ['高白塔'] }, ['高白']);
  expect(sightings('高白塔', crossing).nudity).toHaveLength(0);
  expect(sightings('高白白塔', crossing).nudity).toHaveLength(1);
});
