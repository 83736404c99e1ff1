import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { type Language, readListFile } from '../src/safety/list-file.ts';
import { loadSignalLists, type Signal } from '../src/safety/signals.ts';
import { judgeText } from './measure.ts';

/*
 * A listed word must be found whatever ordinary word stands beside it, and whatever stands between
 * them. Only the rules are tested, because the model would hide what they miss.
 */
const SIGNALS: readonly Signal[] = [
  ...(['explicit', 'sexual', 'nudity', 'assault', 'bestiality', 'risque'] as const),
  ...(['undress-tool', 'face-swap'] as const),
];
const KATAKANA = /^[\u30a1-\u30fa\u30fc]+$/;
const KANA = /[\u3041-\u30ff]/;
const SEPARATORS = [' ', '\t', '\u3000', '\n', '/', '|', '+', '_', '-', '、'];
const PARTICLES = [
  ...['の', 'が', 'を', 'に', 'と', 'は', 'も', 'で', 'な', 'や', 'から', 'まで', 'する'],
  ...['です', 'した', 'して', 'だけ', 'より', 'シーン', '写真'],
];
const BESIDE_KANJI = ['女性', '写真', '寝室', '高画質', '美女', '室内', '背景', '全身'];
const COUNTS = ['一个', '两个', '一位', '一名', '几个', '这个', '一张', '一部', '一场'];
/** Frequent words tested for each last letter. */
const WORDS_PER_LETTER = 3;
/** Share of pairs that may be allowed: negated words, and words that only look like two. */
const MISSED = 0.01;
const lists = loadSignalLists(DATA_FOLDER);

async function isHeld(text: string): Promise<boolean> {
  return (await judgeText(text, 'off')).action !== 'allow';
}

async function heldOf(texts: Iterable<string>): Promise<string[]> {
  const held: string[] = [];
  for (const text of new Set(texts)) if (await isHeld(text)) held.push(text);
  return held;
}

function wordsOf(language: Language): string[] {
  const own = SIGNALS.flatMap((signal) => lists[signal]).filter(
    (term) => term.language === language && !term.text.endsWith('*'),
  );
  return own.map(({ text }) => text.replace(/^[|=]/, ''));
}

/** Words of the lists that are held on their own. */
function listed(language: Language): Promise<string[]> {
  return heldOf(wordsOf(language));
}

function frequent(language: Language): readonly string[] {
  const path = join(DATA_FOLDER, 'dictionary', `frequent.${language}.txt`);
  return readListFile(path).map(({ text }) => text);
}

async function neutral(words: readonly string[], count: number): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    if (found.length < count && !(await isHeld(word))) found.push(word);
  }
  return found;
}

/** Fails with examples if more of the texts are allowed than the bound says. */
async function expectHeld(texts: readonly string[]): Promise<void> {
  const held = new Set(await heldOf(texts));
  const missed = texts.filter((text) => !held.has(text));
  expect(texts.length).toBeGreaterThan(500);
  expect(missed.length / texts.length, missed.slice(0, 20).join(' ')).toBeLessThan(MISSED);
}

function toHiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
}

describe('a katakana word is found beside another one', { timeout: 120_000 }, () => {
  const pairs = async (separator: string) => {
    const words = (await listed('ja')).filter((word) => KATAKANA.test(word));
    const others = frequent('ja').filter((word) => KATAKANA.test(word) && word.length > 2);
    const beside = await neutral(others, 12);
    return words.flatMap((word) =>
      beside.flatMap((other) => [word + separator + other, other + separator + word]),
    );
  };

  it.each([...SEPARATORS, ''])('with %j between them', async (separator) => {
    await expectHeld(await pairs(separator));
  });
});

describe('a word is found after one that ends with its first letter', { timeout: 120_000 }, () => {
  const pairs = async (language: Language, separator: string) => {
    const before = new Map<string, string[]>();
    for (const word of await neutral(frequent(language).slice(0, 6_000), 6_000)) {
      const last = word.slice(-1);
      const others = before.get(last) ?? [];
      if (word.length > 1 && others.length < WORDS_PER_LETTER) before.set(last, [...others, word]);
    }
    return (await listed(language)).flatMap((word) =>
      (before.get(word.slice(0, 1)) ?? []).map((other) => other + separator + word),
    );
  };

  it.each([
    ['zh', '，'],
    ['zh', ' '],
    ['zh', ''],
    ['ja', '、'],
    ['ja', ' '],
    ['ja', ''],
  ] as const)('in %s with %j between them', async (language, separator) => {
    await expectHeld(await pairs(language, separator));
  });
});

describe('a Japanese word is found in a prompt without kana', { timeout: 120_000 }, () => {
  it.each([' ', '、', ''])('with %j beside it', async (separator) => {
    const words = wordsOf('ja').filter((word) => !KANA.test(word));
    // Kana show that a prompt is Japanese.
    const held = await heldOf(words.map((word) => `${word}です`));
    const own = held.map((text) => text.slice(0, -2));
    await expectHeld(
      own.flatMap((word) =>
        BESIDE_KANJI.flatMap((other) => [word + separator + other, other + separator + word]),
      ),
    );
  });
});

describe('a word is found with what its language attaches to it', { timeout: 120_000 }, () => {
  it('a particle after katakana', async () => {
    const words = (await listed('ja')).filter((word) => KATAKANA.test(word));
    await expectHeld(words.flatMap((word) => PARTICLES.map((particle) => word + particle)));
  });

  it('a particle after the same in hiragana', async () => {
    const words = (await listed('ja')).filter((word) => KATAKANA.test(word)).map(toHiragana);
    const held = await heldOf(words);
    await expectHeld(held.flatMap((word) => PARTICLES.map((particle) => word + particle)));
  });

  it('a number before Chinese', async () => {
    const words = await listed('zh');
    await expectHeld(words.flatMap((word) => COUNTS.map((count) => count + word)));
  });
});
