import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { judge } from './judge.ts';
import { readText } from './reading.ts';
import type { Signal } from './signals.ts';

/** Abstract words, each of which represents any word of its list. */
const LISTS = {
  minor: ['zqminor'],
  nudity: ['zqbare'],
  sexual: ['zqsex'],
  explicit: ['zqexplicit'],
  risque: ['zqrisk'],
  suggestive: ['zqhint', 'zqtease'],
  foreign: ['zqforeign'],
  assault: ['zqassault'],
  coercion: ['zqforce'],
  covert: ['zqcovert'],
  private: ['zqprivate'],
  bestiality: ['zqbeast'],
  animal: ['zqanimal'],
  art: ['zqart'],
  medicine: ['zqmedicine'],
  news: ['zqnews'],
  safeguarding: ['zqsafe'],
  household: ['zqhouse'],
  dressing: ['zqwear'],
  clothing: ['zqcloth'],
  'undress-tool': ['zqtool'],
  'undress-verb': ['zqoff'],
  owner: ['zqher'],
  garment: ['zqdress'],
  'face-swap': ['zqswap'],
  'place-verb': ['zqput'],
  face: ['zqface'],
  onto: ['zqonto'],
  body: ['zqbody'],
  'negator-before': ['zqno'],
  'negator-after': ['zqnot'],
  harmless: ['zqbare lamp'],
} satisfies Partial<Record<Signal, readonly string[]>>;

const data = probeData(LISTS);
const findings = (text: string, wantsBare = false) =>
  Object.fromEntries(judge(readText(text, data), data.index, wantsBare).findings);

describe('csam_minor, by abstract probes', () => {
  it.each([
    'zqbare',
    'zqsex',
    'zqexplicit',
    'zqrisk',
    'zqforeign',
    'zqassault',
    'zqtool',
    'zqbeast',
  ])('blocks a sign of a minor with %s, in either order', (signal) => {
    expect(findings(`zqminor ${signal}`)).toMatchObject({ csam_minor: 'block' });
    expect(findings(`${signal} ${'x '.repeat(300)} zqminor`)).toMatchObject({
      csam_minor: 'block',
    });
    expect(findings(`12 years old ${signal}`)).toMatchObject({ csam_minor: 'block' });
  });

  it.each([
    'zqart',
    'zqmedicine',
    'zqnews',
    'zqhouse',
    'zqsafe',
  ])('is not softened by %s', (context) => {
    expect(findings(`${context} zqminor zqbare`)).toMatchObject({ csam_minor: 'block' });
  });

  it('holds merely suggestive or denied content', () => {
    expect(findings('zqminor zqhint')).toEqual({ csam_minor: 'review' });
    expect(findings('zqminor zqno zqbare')).toEqual({ csam_minor: 'review' });
  });

  it('allows either sign alone', () => {
    expect(findings('zqminor')).toEqual({});
    expect(findings('zqhint')).toEqual({});
  });
});

describe('the other categories', () => {
  it.each([
    ['zqassault', 'sexual_violence_nonconsensual'],
    ['zqforce zqrisk', 'sexual_violence_nonconsensual'],
    ['zqcovert zqprivate', 'sexual_violence_nonconsensual'],
    ['zqtool', 'undress_transform'],
    ['zqoff zqher zqdress', 'undress_transform'],
    ['zqher zqdress zqoff', 'undress_transform'],
    ['zqswap', 'face_swap_identity'],
    ['zqput zqher zqface zqonto zqbody', 'face_swap_identity'],
    ['zqbeast', 'bestiality_restricted'],
    ['zqanimal zqsex', 'bestiality_restricted'],
    ['zqexplicit', 'adult_nsfw'],
    ['zqsex', 'adult_nsfw'],
    ['zqbare', 'adult_nsfw'],
  ])('blocks %s as %s', (text, category) => {
    expect(findings(text)).toMatchObject({ [category]: 'block' });
  });

  it.each([
    'zqart zqbare',
    'zqmedicine zqsex',
    'zqnews zqassault',
    'zqsafe zqswap',
    'zqhouse zqoff zqher zqdress',
    'zqoff zqher zqdress zqwear',
    'zqhint',
    'zqhint zqhint',
    'zqbare lamp',
    'zqno zqbare',
    'zqbare zqnot',
    'zqput zqher zqface zqonto x',
    'zqforce',
    'zqcovert',
    'zqanimal',
  ])('allows %s', (text) => {
    expect(findings(text)).toEqual({});
  });

  it.each(['zqrisk', 'zqforeign', 'zqhint zqtease', 'zqforce zqhint'])('holds %s', (text) => {
    expect(Object.values(findings(text))).toEqual(['review']);
  });

  it.each([
    // The context does not govern: another clause, or more is wanted than the topic.
    'zqbare, zqart',
    'zqmedicine. zqsex',
    'zqart zqbare zqhint',
    'zqart zqexplicit',
    'zqnews zqexplicit',
    'zqsafe, zqassault',
  ])('holds %s, and no more', (text) => {
    expect(new Set(Object.values(findings(text)))).toEqual(new Set(['review']));
  });

  it('does not let a distant context soften a finding', () => {
    expect(findings(`zqart ${'x '.repeat(300)} zqbare`)).toEqual({ adult_nsfw: 'block' });
  });

  it('treats a comma as the end of a denial', () => {
    expect(findings('zqno, zqbare')).toEqual({ adult_nsfw: 'block' });
  });

  it('treats unwanted clothing as a request for nudity', () => {
    expect(findings('a portrait', true)).toEqual({ adult_nsfw: 'block' });
    expect(findings('a portrait')).toEqual({});
  });
});
