import { describe, expect, it } from 'vitest';
import { probeIndex, probeTable, sightings } from '../../test/support/safety-probe.ts';

const index = probeIndex({
  nudity: ['zqbare', 'zqb moon', 'boob', 'モモヌヌ', 'リル', '白塔', 'zqpre*'],
  harmless: ['zqbare lamp', '白塔寺'],
});
const found = (text: string) => sightings(text, index, probeTable).nudity.length;

describe('a listed word', () => {
  it.each([
    'zqbare',
    'a ZQBARE b',
    'z q b a r e',
    'z.q.b.a.r.e',
    'zq bare',
    'zzqqbaaare',
    'z-q-b-a-r-e-x',
    'zqb4r3',
    'zqb moon',
    'zqbmoon',
    'b o o b',
    'booob',
    'モモヌヌ',
    'ももぬぬ',
    '白 塔',
    '白.塔',
    '白白塔塔',
    'あの白塔は',
    'zqprefixed',
  ])('is found in %j', (text) => {
    expect(found(text)).toBe(1);
  });

  it.each([
    'zqbarely',
    'xzqbare',
    'bob',
    'カリルキ',
    'zqbare lamp',
    '白塔寺',
    'zq',
    'moon zqb',
  ])('is not found in %j', (text) => {
    expect(found(text)).toBe(0);
  });
});
