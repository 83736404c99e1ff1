import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import { unwrapWoff } from './unwrap-woff.mjs';

/** `fonts/` at the project's root, seen from `src/receipts/` and from `dist/receipts/` alike. */
const FOLDER = new URL('../../fonts/', import.meta.url);
const LETTERS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek', 'thai', 'arabic'];
/** Han characters are drawn differently from country to country: the language's own come first. */
const HAN = ['sc', 'tc', 'jp', 'kr'];
const HAN_OF_LANGUAGE = { ja: 'jp', ko: 'kr', 'zh-Hant': 'tc' };
/** What stands for a character that no font has. */
const UNKNOWN = '?';

/** @type {Map<string, {name: string, data: Buffer, font: fontkit.Font}>} */
const loaded = new Map();

/**
 * Cuts a text into runs of one font each. Fonts are loaded when the first text needs them.
 *
 * @param {string} text
 * @param {string} language
 */
export function fontRuns(text, language) {
  const runs = [];
  for (const character of withoutSaraAm(text.normalize('NFC')).replace(/\s/gu, ' ')) {
    const last = runs.at(-1);
    const codePoint = character.codePointAt(0);
    // A mark stays with its letter, and a space with the word before it.
    const stays = last && (character === ' ' || /\p{M}/u.test(character));
    const found = stays && has(last.font, codePoint) ? last.font : fontOf(codePoint, language);
    const font = found ?? load('latin');
    const shown = found ? character : UNKNOWN;
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** Thai am as the two signs it is drawn with: as one it would lose the second in copied text. */
function withoutSaraAm(text) {
  return text.replace(/([\u0e48-\u0e4b]?)\u0e33/gu, '\u0e4d$1\u0e32');
}

function fontOf(codePoint, language) {
  const own = Object.entries(HAN_OF_LANGUAGE).find(([tag]) => language.startsWith(tag))?.[1];
  const names = [...LETTERS, ...(own ? [own] : []), ...HAN];
  for (const name of names) {
    const font = load(name);
    if (has(font, codePoint)) return font;
  }
  return null;
}

/**
 * A font for one document, with the tables that were read before: reading them takes longer than
 * drawing. Its glyphs are its own, because a glyph remembers the first text it stood for.
 */
export function ownFont({ data, font }) {
  // The library shares tables between the variations of a font, but has no function for that.
  return Object.assign(fontkit.create(data), { _tables: font._tables });
}

function has({ font }, codePoint) {
  return font.hasGlyphForCodePoint(codePoint);
}

function load(name) {
  const known = loaded.get(name);
  if (known) return known;
  const data = unwrapWoff(readFileSync(new URL(`noto-sans-${name}.woff`, FOLDER)));
  const made = { name, data, font: fontkit.create(data) };
  loaded.set(name, made);
  return made;
}
