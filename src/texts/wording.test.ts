import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../test/support/message-tables.ts';
import { readTexts } from './read-texts.ts';
import { textsFor } from './texts.ts';

/** The texts of a file that match, as `section.name: text`. */
const found = (tag: string, pattern: RegExp) =>
  messagesOf(readTexts(tag))
    .filter(({ text }) => pattern.test(text))
    .map(({ name, text }) => `${name}: ${text}`);

describe('the wording of a language', () => {
  it.each([
    ['de', 'Zahlungspflichtig abonnieren', 'Zahlungspflichtig wechseln'],
    ['de-AT', 'Zahlungspflichtig abonnieren', 'Zahlungspflichtig wechseln'],
    ['fr', 'S’abonner avec obligation de paiement', 'Changer avec obligation de paiement'],
    ['it', 'Abbonati con obbligo di pagare', 'Cambia con obbligo di pagare'],
    ['nl', 'Abonneren met betalingsverplichting', 'Wijzigen met betalingsverplichting'],
    ['pl-PL', 'Zamawiam z obowiązkiem zapłaty', 'Zmieniam z obowiązkiem zapłaty'],
    ['es-ES', 'Suscribirse con obligación de pago', 'Cambiar con obligación de pago'],
  ])('says on the buttons of %s that the order obliges to pay', (language, trial, change) => {
    expect(textsFor(language).startTrial).toBe(trial);
    expect(textsFor(language).changeConfirm).toBe(change);
  });

  it('keeps French punctuation on the line of its word, and follows Canada’s spacing', () => {
    expect(found('fr', / [:;?!»]|« /)).toEqual([]);
    expect(found('fr', /[^\u00a0]:(?!\/)(?= |$)|[^\u202f][;?!]|[^\u00a0]»/)).toEqual([]);
    expect(found('fr-CA', / [:;?!»]|« |\u202f/)).toEqual([]);
    const canadian = new Set(messagesOf(readTexts('fr-CA')).map(({ name }) => name));
    const spaced = messagesOf(readTexts('fr')).filter(({ text }) => text.includes('\u202f'));
    expect(spaced.filter(({ name }) => !canadian.has(name))).toEqual([]);
  });

  it('has no full stop after a Russian date, which ends with one', () => {
    expect(found('ru', /\{(day|date|end)\}\./)).toEqual([]);
  });

  it('has the word for day before a Vietnamese date', () => {
    expect(found('vi', /(?<!ngày )\{(day|date)\}/)).toEqual([]);
  });

  it.each(['ja', 'zh-Hans', 'zh-Hant'])('has no space around the punctuation of %s', (tag) => {
    expect(found(tag, / [。、，：；？！「」（）]|[。、，：；？！「」（）] /)).toEqual([]);
  });

  it('has no spaces around values in Japanese', () => {
    const letter = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
    expect(found('ja', new RegExp(`${letter} \\{|\\} ${letter}`, 'u'))).toEqual([]);
  });
});
