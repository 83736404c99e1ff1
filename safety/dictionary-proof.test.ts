import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { type Language, readListFile } from '../src/safety/list-file.ts';
import { judgeText } from './measure.ts';
import { loadTraditional } from './traditional.ts';

type Frame = (word: string) => string;

/** Each word is tested alone and in five harmless frames. */
const FRAMES: Readonly<Record<Language, readonly Frame[]>> = {
  en: [
    (word) => word,
    (word) => `a ${word} design`,
    (word) => `${word} poster, flat colors`,
    (word) => `a ${word} on a wooden table`,
    (word) => `the word ${word} in neon letters`,
    (word) => `picture book about ${word}`,
  ],
  ja: [
    (word) => word,
    (word) => `${word}のデザイン`,
    (word) => `${word}のポスター、シンプル`,
    (word) => `机の上の${word}`,
    (word) => `${word}という文字の看板`,
    (word) => `${word}についての絵本`,
  ],
  zh: [
    (word) => word,
    (word) => `${word}的设计`,
    (word) => `${word}海报，简洁`,
    (word) => `桌子上的${word}`,
    (word) => `写着${word}的招牌`,
    (word) => `关于${word}的绘本`,
  ],
};
const folder = join(DATA_FOLDER, 'dictionary');
const exceptions = readListFile(join(folder, 'exceptions.txt'));

/** Many texts are identical in traditional characters, so each is judged once. */
const judged = new Map<string, boolean>();

async function isHeld(text: string): Promise<boolean> {
  let held = judged.get(text);
  if (held === undefined) {
    held = (await judgeText(text)).action !== 'allow';
    judged.set(text, held);
  }
  return held;
}

/** The frequent words of a language that are flagged in any frame. */
async function heldWords(language: Language, write: Frame): Promise<string[]> {
  const held: string[] = [];
  for (const { text } of readListFile(join(folder, `frequent.${language}.txt`))) {
    for (const frame of FRAMES[language]) {
      if (!(await isHeld(write(frame(text))))) continue;
      held.push(text);
      break;
    }
  }
  return held.sort();
}

function expected(language: Language): string[] {
  return exceptions
    .filter((each) => each.language === language)
    .map(({ text }) => text)
    .sort();
}

it.each(['en', 'ja', 'zh'] as const)(
  'allows every frequent word of %s, alone and in five frames, except for the listed exceptions',
  { timeout: 300_000 },
  async (language) => {
    expect(await heldWords(language, (text) => text)).toEqual(expected(language));
  },
);

it(
  'allows Chinese words in traditional characters, except for the listed exceptions',
  { timeout: 300_000 },
  async () => {
    expect(await heldWords('zh', loadTraditional())).toEqual(expected('zh'));
  },
);
