import { MIN_SOUND_LENGTH } from './sounds.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Cyrillic letters; a word entirely of them is read by its sound. */
const FIRST_CYRILLIC = 0x400;
const LAST_CYRILLIC = 0x45f;
/** Share of the Cyrillic words that must sound English before any is read as English. */
const SOUND_SHARE = 0.5;
const WORDS_TO_HEAR = 40;
/** Maximum letters of such a word. */
const MAX_SOUND_LENGTH = 24;
const LETTERS_TO_HEAR = 1_000;
/** є, і and ї. */
const UKRAINIAN: ReadonlySet<number> = new Set([0x454, 0x456, 0x457]);
/** English sounds of Cyrillic letters, several if a sound has several spellings. */
const SOUNDS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
/**
 * Alternative spellings of a sound, applied one after another to the previous result, and the
 * letter that each requires.
 */
const RESPELLINGS: readonly Respelling[] = [
  { letter: 'ks', sound: 'ks', spelling: 'x' },
  { letter: 'zh', sound: 'zh', spelling: 'j' },
  { letter: 'v', sound: 'v', spelling: 'w' },
  { letter: 'k', sound: 'k', spelling: 'c' },
  { letter: 'c', sound: /c(?=[cei]|$)/g, spelling: 'k' },
  { letter: 'h', sound: /h(?=[yt]|$)/g, spelling: 'x' },
];

interface Respelling {
  readonly letter: string;
  readonly sound: string | RegExp;
  readonly spelling: string;
}

/** Maximum spellings tried per word. */
const MAX_SPELLINGS = 12;

/** English words that Cyrillic letters may spell by sound, simplest first. */
function soundsLike(plain: string): readonly string[] {
  const spellings = [plain];
  for (const { letter, sound, spelling } of RESPELLINGS) {
    const count = spellings.length;
    for (let place = 0; place < count && spellings.length < MAX_SPELLINGS; place += 1) {
      const each = spellings[place] as string;
      if (!each.includes(letter)) continue;
      const other = each.replaceAll(sound, spelling);
      if (other !== each) spellings.push(other);
    }
  }
  return spellings;
}

const SOUND_OF = Array.from(
  { length: LAST_CYRILLIC - FIRST_CYRILLIC + 1 },
  (_, place) => SOUNDS[String.fromCharCode(FIRST_CYRILLIC + place).toLowerCase()] ?? '',
);

/** Transliterates Cyrillic letters in the simplest way. */
function spell(sources: Uint16Array, start: number, end: number): string {
  let word = '';
  for (let at = start; at < end; at += 1) {
    word += SOUND_OF[(sources[at] as number) - FIRST_CYRILLIC] ?? '';
  }
  return word;
}

/** Whether a word is written only in Cyrillic letters. */
export function isCyrillic(sources: Uint16Array, start: number, end: number): boolean {
  if (end - start < MIN_SOUND_LENGTH) return false;
  for (let place = start; place < end; place += 1) {
    if (!isCyrillicUnit(sources[place] as number)) return false;
  }
  return true;
}

function isCyrillicUnit(unit: number): boolean {
  return unit >= FIRST_CYRILLIC && unit <= LAST_CYRILLIC;
}

/** Whether most of the Cyrillic words sound like English ones. */
export function soundsEnglish(sources: Uint16Array, vocabulary: Vocabulary): boolean {
  const size = Math.min(sources.length, LETTERS_TO_HEAR);
  let words = 0;
  let english = 0;
  for (let at = 0; at < size; at += 1) {
    const start = at;
    while (at < size && isCyrillicUnit(sources[at] as number)) at += 1;
    if (at - start < MIN_SOUND_LENGTH) continue;
    words += 1;
    if (hasUkrainian(sources, start, at)) {
      // Russian spells English words without these letters: the words around are Ukrainian, too.
      words += 1;
      continue;
    }
    const plain = spell(sources, start, at);
    if (vocabulary.isKnown(plain) || soundsLike(plain).some(vocabulary.isKnown)) english += 1;
    if (words >= WORDS_TO_HEAR) break;
  }
  return words > 0 && english >= words * SOUND_SHARE;
}

function hasUkrainian(sources: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (UKRAINIAN.has(sources[at] as number)) return true;
  }
  return false;
}

/** The English word that a Cyrillic one sounds like, or a listed word that sounds similar. */
export function bySound(
  sources: Uint16Array,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): string | null {
  if (end - start > MAX_SOUND_LENGTH) return null;
  const plain = spell(sources, start, end);
  if (plain.length < MIN_SOUND_LENGTH) return null;
  const spellings = soundsLike(plain);
  return (
    spellings.find((each) => vocabulary.isListed(each)) ??
    spellings.find((each) => each.length >= MIN_SOUND_LENGTH && vocabulary.isKnown(each)) ??
    vocabulary.soundsListed(plain)
  );
}
