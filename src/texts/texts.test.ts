import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textTypes } from '../../scripts/text-types.ts';
import { sectionsOf } from '../../test/support/contract-pages.ts';
import {
  findEnglish,
  findFaults,
  messageFaults,
  messagesOf,
} from '../../test/support/message-tables.ts';
import { BASE_LANGUAGES, baseLanguage, findLanguage, LANGUAGES } from '../kit/languages.ts';
import { readTexts } from './read-texts.ts';
import { receiptTextsFor, textsFor } from './texts.ts';

const english = readTexts('en');
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const regions = files.filter((tag) => !BASE_LANGUAGES.some((base) => base === tag));

/** Names of things, and words that a language shares with English. */
const SAME_AS_ENGLISH = new Set([
  'checkout.pageTitle',
  ...['applepay', 'googlepay', 'wechat'].flatMap((method) => [
    `checkout.methods.${method}`,
    `mail.methods.${method}`,
  ]),
  'portal.labeled',
  'portal.storeSays',
  'portal.receiptPdf',
]);
const SHARED_WORDS: Readonly<Record<string, readonly string[]>> = {
  es: ['receipt.subtotal', 'receipt.total'],
  id: ['receipt.subtotal', 'receipt.total'],
  nl: ['checkout.receiptProduct', 'mail.rows.product'],
  pl: ['mail.testMark'],
  pt: ['receipt.subtotal', 'receipt.total'],
  vi: ['checkout.cardExpiryFormat'],
};

describe('the files of texts', () => {
  it('are one for each language and for regions that say something differently', () => {
    expect(files).toEqual(expect.arrayContaining([...BASE_LANGUAGES]));
    for (const tag of regions) expect(findLanguage(tag), tag).toBe(tag);
  });

  it.each(BASE_LANGUAGES)('%s has every text, with the values and plurals it needs', (language) => {
    expect(findFaults(readTexts(language), english, language)).toEqual([]);
  });

  it.each(
    BASE_LANGUAGES.filter((language) => language !== 'en'),
  )('%s says nothing in English by accident', (language) => {
    const same = findEnglish(readTexts(language), english);
    const allowed = SHARED_WORDS[language] ?? [];
    expect(same.filter((name) => !SAME_AS_ENGLISH.has(name) && !allowed.includes(name))).toEqual(
      [],
    );
  });

  it('tell buyers every reason for a decline in the contract', () => {
    const declines = sectionsOf('docs/contract/payments.md').find(
      ({ heading }) => heading === 'Declines',
    );
    const [, list] = declines?.lines.join(' ').split('machine-readable codes:') ?? [];
    const reasons = [...(list ?? '').matchAll(/`([a-z_]+)`/g)].map(([, reason]) => reason);
    expect(reasons.length).toBeGreaterThan(10);
    expect(Object.keys(textsFor('en').declineReasons)).toEqual(expect.arrayContaining(reasons));
  });

  it.each(regions)('%s has only what differs from its base language', (tag) => {
    const region = readTexts(tag);
    expect(messageFaults(region, english, tag)).toEqual([]);
    const base = readTexts(baseLanguage(findLanguage(tag) ?? 'en'));
    expect(findEnglish(region, base)).toEqual([]);
  });

  it('declare their types', () => {
    for (const [path, types] of Object.entries(textTypes())) {
      expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), path).toBe(types);
    }
  });

  it('are found wanting when a text, a value or a plural is missing or added', () => {
    const original = { checkout: { a: 'Hi {name}', b: '{n, plural, one {#} other {#}}' } };
    const faultsOf = (checkout: Record<string, string>) =>
      findFaults({ checkout }, original, 'pl').map((fault) => fault.replace('pl checkout.', ''));
    expect(faultsOf({ a: 'Cześć {nome}' })).toEqual([
      'b: missing',
      'a: places nome instead of name',
    ]);
    expect(faultsOf({ a: 'Cześć {name}', b: '{n, plural, one {#} other {#}}', c: 'x' })).toEqual([
      'b: plurals one,other instead of few,many,one,other',
      'c: not in English',
    ]);
  });
});

describe('the texts of the hosted pages', () => {
  it('format amounts and counts as each language does', () => {
    for (const language of LANGUAGES) {
      const texts = textsFor(language);
      expect(texts.locale).toBe(language);
      const amount = new Intl.NumberFormat(language).format(1_234.5);
      expect(texts.pay({ amount })).toContain(amount);
      expect(texts.trialFree({ days: 1_000 })).toContain(
        new Intl.NumberFormat(language).format(1_000),
      );
    }
  });

  it.each([
    ['en', '1 day free, 2 days free, 5 days free, 21 days free'],
    ['ru-RU', 'Бесплатно 1 день, Бесплатно 2 дня, Бесплатно 5 дней, Бесплатно 21 день'],
    ['pl-PL', '1 dzień za darmo, 2 dni za darmo, 5 dni za darmo, 21 dni za darmo'],
  ])('count as %s counts', (language, texts) => {
    const counted = [1, 2, 5, 21].map((days) => textsFor(language).trialFree({ days }));
    expect(counted.join(', ')).toBe(texts);
  });

  it('are those of the base language but for what a region says differently', () => {
    expect(textsFor('es-MX').cardNumber).toBe(textsFor('es-CL').cardNumber);
    expect(textsFor('es-CL').taxId).toBe('RUT o identificación fiscal');
    expect(textsFor('es-MX').taxId).not.toContain('RUT');
    expect(messagesOf(readTexts('es-CL')).length).toBeLessThan(5);
  });

  it('name tax IDs as the checkout does, by no country’s own name', () => {
    for (const language of LANGUAGES) {
      const [name = ''] = receiptTextsFor(language)
        .taxId({ taxId: 'X' })
        .split(/\s?[:：]/);
      const asked = textsFor(language).taxId.toLocaleLowerCase(language);
      expect(asked, language).toContain(name.toLocaleLowerCase(language));
      expect(name, language).not.toMatch(/CPF|CNPJ|NIP|ИНН|NPWP|RUT|NIT|RFC|RUC|統一編號|사업자/);
    }
  });

  it.each([
    ['de', /(?<!\p{L})(du|dir|dich|dein\p{L}*)(?!\p{L})/iu],
    ['fr', /(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})/iu],
    ['it', /(?<!\p{L})(tu|ti|tuo|tua|tuoi|tue|puoi|annulli)(?!\p{L})/iu],
    ['nl', /(?<!\p{L})(je|jij|jou|jouw|jullie)(?!\p{L})/iu],
  ])('address %s readers formally throughout', (language, informal) => {
    const messages = messagesOf(readTexts(language));
    expect(messages.filter(({ text }) => informal.test(text))).toEqual([]);
  });

  it('are English for an unknown tag', () => {
    expect(textsFor('tlh').locale).toBe('en');
    expect(textsFor('"><script>').email).toBe('Email');
  });

  it('show what fills a place as it is, braces and markup too', () => {
    const evil = "<b>{x}</b> # '{'";
    expect(textsFor('en').returnTo({ store: evil })).toBe(`Return to ${evil}`);
    // @ts-expect-error there is no such place
    expect(() => textsFor('en').returnTo({ shop: 'x' })).toThrow('store');
  });
});
