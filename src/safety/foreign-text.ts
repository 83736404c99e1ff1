import type { FoldedText } from './folds.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fingerprint, fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

/**
 * Function words of other languages that English prompts contain only in names. A text full of them
 * isn't disguised English.
 */
const LITTLE_WORDS = languagesOf([
  'der das und ein eine einen einem einer eines mit auf im ist von zu dem für nicht sich bei aus über zur zum vor',
  'le la les des du de un une et en dans avec pour sur est qui que au aux sous entre devant chez ses leur puis ou il elle ce cette se sa par sans plus',
  'el la los las con por para un una del de en que su sus al se lo es como entre desde sobre unos unas muy hacia cada',
  'il lo la le di un una che per con della del dello dei delle degli nel nella nelle sul sulla si gli uno mentre tra da dal dalla alla alle al è sono più suo sua',
  'uma um com de em na da das dos do ao à os não pelo pela seu sua por para que se mais como sem sobre entre numa num',
  'het een van op met voor zijn niet aan bij naar uit de en om onder tussen',
  'och att det som på är av för med till ett den från vid ut hos',
  'og er ikke til af han hun et der som ved fra mot foran',
  'ja ei että kuin joka ovat sekä',
  'się nie jest dla przy przez ze od jak oraz pod nad która który',
  'se je pro ve jako při nad pod za která který ze',
  'és az egy hogy nem van meg való mellett alatt',
  'bir ve için ile bu olan gibi çok üzerinde altında yanında',
  'și pe cu în din care pentru sau lângă',
  'yang dan dengan untuk dari ini itu seorang sebuah pada ke di',
  'ng sa ang mga isang na ay habang',
  'một và của trên với cho trong là có những bên đang',
  'и на не что из для под за от как его ее это со над перед или у с в',
  'та із що від біля до й і',
]);
/**
 * Share of such words that makes a text foreign; two of them with as many unknown words also do.
 */
const FOREIGN_SHARE = 1 / 3;
const MIN_LITTLE = 2;
/** Minimum length: a shorter one alone may be a piece of an English word. */
const TELLING_LENGTH = 3;
const UNKNOWN_COUNTS = 0.5;
const WORDS_TO_LOOK_AT = 80;
const LETTERS_TO_LOOK_AT = 1_000;
/** Names of JSON fields are English in any language. */
const FIELD_NAME = /"[^"\n]{1,40}"\s?:/g;

/** Whether a text is in another language of Latin or Cyrillic script, by its function words. */
export function isForeign(
  { text, sources }: FoldedText,
  { costOf }: Pick<Vocabulary, 'costOf'>,
): boolean {
  const size = Math.min(text.length, LETTERS_TO_LOOK_AT);
  const little: LittleWord[] = [];
  let words = 0;
  let accented = 0;
  let unknown = 0;
  const names = text.slice(0, size).matchAll(FIELD_NAME);
  let name = names.next().value;
  for (let at = 0; at < size && words < WORDS_TO_LOOK_AT; at += 1) {
    if (name && at >= name.index) {
      at = name.index + name[0].length;
      name = names.next().value;
    }
    if (!isWordUnit(text.charCodeAt(at))) continue;
    let written = HASH_START;
    let read = HASH_START;
    let hasAccent = false;
    for (; at < size && isWordUnit(text.charCodeAt(at)); at += 1) {
      const unit = lowerCase(sources[at] as number);
      written = hashUnit(written, unit);
      read = hashUnit(read, text.charCodeAt(at));
      hasAccent ||= isAccented(unit);
    }
    words += 1;
    const word = LITTLE_WORDS.get(fingerprintOf(written));
    if (word) little.push(word);
    else if (!isWordCost(costOf(fingerprintOf(read)))) {
      if (hasAccent) accented += 1;
      else unknown += 1;
    }
  }
  const foreign = accented + countOfOneLanguage(little);
  if (foreign === 0) return false;
  const share = foreign >= MIN_LITTLE ? foreign + unknown * UNKNOWN_COUNTS : foreign;
  return share >= words * FOREIGN_SHARE;
}

function isAccented(unit: number): boolean {
  return (unit >= 0xc0 && unit <= 0x24f) || (unit >= 0x1e00 && unit <= 0x1eff);
}

/** Cached across texts: words are compared letter by letter without creating strings. */
const lowerCases = new Uint16Array(0x3000);

function lowerCase(unit: number): number {
  if (unit >= lowerCases.length) return unit;
  const before = lowerCases[unit] as number;
  if (before !== 0) return before;
  // A letter with an accent, such as a Turkish İ, maps to the accent, which no function word has.
  const lower = String.fromCharCode(unit).toLowerCase();
  const code = lower.charCodeAt(lower.length - 1);
  lowerCases[unit] = code;
  return code;
}

/**
 * Whether the unit is a folded letter of any script except Chinese and Japanese, or an apostrophe.
 */
function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || unit === 0x27 || (unit >= 0x80 && unit < 0x3000);
}

/** The number of words in the most frequent language, if they determine one. */
function countOfOneLanguage(words: readonly LittleWord[]): number {
  const byLanguage = new Map<number, string[]>();
  for (const { word, languages } of words) {
    for (const language of languages) {
      const others = byLanguage.get(language);
      if (others) others.push(word);
      else byLanguage.set(language, [word]);
    }
  }
  let count = 0;
  for (const own of byLanguage.values()) {
    const [first = ''] = own;
    const tells = first.length >= TELLING_LENGTH || new Set(own).size >= MIN_LITTLE;
    if (tells) count = Math.max(count, own.length);
  }
  return count;
}

interface LittleWord {
  readonly word: string;
  readonly languages: readonly number[];
}

/** The languages that have each word, by the word's fingerprint. */
function languagesOf(lists: readonly string[]): ReadonlyMap<number, LittleWord> {
  const all = new Map<number, LittleWord>();
  for (const [language, words] of lists.entries()) {
    for (const word of words.split(' ')) {
      const key = fingerprint(word);
      all.set(key, { word, languages: [...(all.get(key)?.languages ?? []), language] });
    }
  }
  return all;
}
