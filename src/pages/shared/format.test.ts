import { describe, expect, it } from 'vitest';
import { paySession } from '../../domain/checkout/pay-session.ts';
import { textsFor } from '../../texts/texts.ts';
import { cardName, formatEntry } from './format.ts';
import { problemOf } from './page-errors.ts';

describe('texts of the hosted pages', () => {
  it.each([
    ['en', 9_90n, 'USD', '9.90'],
    ['de', 1_234_50n, 'EUR', '1234,50'],
    ['ja-JP', 1_000n, 'JPY', '1000'],
    ['ar', 30_000n, 'KWD', '30.000'],
  ])('show an amount as buyers of %s enter it', (language, amountMinor, currency, entry) => {
    expect(formatEntry({ amountMinor, currency }, textsFor(language))).toBe(entry);
  });

  it('name a card by its brand, or by the word for card', () => {
    expect(cardName('jcb', textsFor('ja-JP'))).toBe('JCB');
    expect(cardName('unknown', textsFor('de'))).toBe('Karte');
    expect(cardName(null, textsFor('fr'))).toBe('Carte bancaire');
  });

  it.each([
    ['en', 'The card has expired. You haven’t been charged.'],
    ['ja-JP', 'カードの有効期限が切れています。請求は行われていません。'],
    ['zh-Hans', '此卡已过期。未向您扣款。'],
  ])('separate the sentences of %s as that language does', (language, start) => {
    const declined = paySession.errors.declined('expired_card');
    expect(problemOf(declined, textsFor(language)).text).toContain(start);
  });
});
