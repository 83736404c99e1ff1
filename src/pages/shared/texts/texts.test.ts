import { describe, expect, it } from 'vitest';
import { findEnglish, findFaults, messagesOf } from '../../../../test/support/message-tables.ts';
import { baseLanguage, LANGUAGES, type Language } from '../../../kit/languages.ts';
import { compileMessages, type Translation } from '../../../kit/messages.ts';
import { changeTexts } from './change/change-texts.ts';
import { checkoutTexts } from './checkout/checkout-texts.ts';
import { regionalTexts } from './regional.ts';
import { storefrontTexts } from './storefront/storefront-texts.ts';
import { tableOf, textsFor } from './texts.ts';

const TABLES = { checkoutTexts, storefrontTexts, changeTexts };

/** Names of things, and words that a language shares with English. */
const SAME_AS_ENGLISH = ['pageTitle', 'methods.applepay', 'methods.googlepay', 'methods.wechat'];

describe.each(Object.entries(TABLES))('the table %s', (_name, tables) => {
  it('has every text in every language, with the same places and all plurals', () => {
    expect(findFaults(tables)).toEqual([]);
  });

  it('says nothing in English by accident', () => {
    expect(findEnglish(tables, SAME_AS_ENGLISH)).toEqual([]);
  });
});

describe('the texts of the hosted pages', () => {
  it('are there in the 22 languages, each formatted in its own way', () => {
    expect(LANGUAGES).toHaveLength(22);
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

  it('count as each language counts', () => {
    const days = (language: Language) =>
      [1, 2, 5, 21].map((count) => textsFor(language).trialFree({ days: count }));
    expect(days('en')).toEqual(['1 day free', '2 days free', '5 days free', '21 days free']);
    expect(days('ru-RU')).toEqual([
      'Бесплатно 1 день',
      'Бесплатно 2 дня',
      'Бесплатно 5 дней',
      'Бесплатно 21 день',
    ]);
    expect(days('pl-PL')).toEqual([
      '1 dzień za darmo',
      '2 dni za darmo',
      '5 dni za darmo',
      '21 dni za darmo',
    ]);
  });

  it('are those of the base language but for what a region says otherwise', () => {
    for (const [language, texts] of Object.entries(regionalTexts)) {
      const base = new Map(
        messagesOf(tableOf(baseLanguage(language as Language) as Language)).map((message) => [
          message.name,
          message.text,
        ]),
      );
      for (const { name, text } of messagesOf(texts)) {
        expect(base.has(name), `${language} ${name}`).toBe(true);
        expect(text, `${language} ${name}`).not.toBe(
          checkoutTexts[baseLanguage(language as Language)][name as 'pay'],
        );
      }
    }
    expect(textsFor('es-MX').cardNumber).toBe(textsFor('es-CL').cardNumber);
  });

  it('are English for a tag that there is not', () => {
    expect(textsFor('de').locale).toBe('en');
    expect(textsFor('"><script>').email).toBe('Email');
  });

  it('show what fills a place as it is, braces and markup too', () => {
    const evil = "<b>{x}</b> # '{'";
    expect(textsFor('en').returnTo({ store: evil })).toBe(`Return to ${evil}`);
  });

  it('compile only when they are complete', () => {
    const table = { hello: 'Hello {name}', cases: { one: 'One' } } as const;
    const good: Translation<typeof table> = { hello: 'Hola {name}', cases: { one: 'Uno' } };
    expect(compileMessages<typeof table>(good, 'es-MX').hello({ name: 'Ada' })).toBe('Hola Ada');
    // @ts-expect-error a name is missing
    const missing: Translation<typeof table> = { cases: { one: 'Uno' } };
    // @ts-expect-error a case is missing
    const caseless: Translation<typeof table> = { hello: 'Hola {name}', cases: {} };
    // @ts-expect-error there is no such place
    const wrong = () => compileMessages<typeof table>(good, 'es-MX').hello({ nombre: 'Ada' });
    expect([missing, caseless, wrong]).toHaveLength(3);
  });
});
