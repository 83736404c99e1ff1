import { directedRuns, withoutMarks } from './pdf-direction.mjs';
import { fontRuns, ownFont } from './pdf-fonts.mjs';

const LEADING = 1.45;
/** Maximum lines of one text, of which a glyph may be as wide as a line; the last one is cut. */
const MAX_LINES = 8;

/**
 * Writes texts of any script on a page: cuts them into runs of one font, breaks lines where the
 * language allows, and mirrors the page for a language that is written from right to left.
 *
 * @param {PDFKit.PDFDocument} document
 * @param {string} language
 * @param {'ltr' | 'rtl'} direction
 */
export function createPen(document, language, direction) {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const characters = new Intl.Segmenter(language, { granularity: 'grapheme' });
  const registered = new Set();

  const use = (font) => {
    if (!registered.has(font)) document.registerFont(font.name, ownFont(font));
    registered.add(font);
    document.font(font.name);
  };

  const widthOf = (text, size) =>
    fontRuns(withoutMarks(text), language).reduce((sum, { font, text: run }) => {
      use(font);
      return sum + document.fontSize(size).widthOfString(run);
    }, 0);

  const piecesOf = (text, size, width) =>
    [...words.segment(text)].flatMap(({ segment }) =>
      widthOf(segment, size) <= width
        ? [segment]
        : [...characters.segment(segment)].map((part) => part.segment),
    );

  const linesOf = (text, size, width) => {
    if (widthOf(text.trim(), size) <= width) return [text.trim()];
    const lines = [''];
    for (const piece of piecesOf(text, size, width)) {
      const longer = lines.at(-1) + piece;
      if (widthOf(longer.trimEnd(), size) <= width) lines[lines.length - 1] = longer;
      else if (lines.length === MAX_LINES) return cut(lines);
      else lines.push(piece.trimStart());
    }
    return lines.map((line) => line.trim());
  };

  const drawLine = (line, left, baseline, size) => {
    let at = left;
    const put = (font, text, options) => {
      use(font);
      const place = { ...options, lineBreak: false, baseline: 'alphabetic' };
      document.fontSize(size).text(text, at, baseline, place);
      at += document.widthOfString(text, place);
    };
    for (const { text, isRightToLeft } of directedRuns(line, direction)) {
      const runs = fontRuns(text, language);
      if (!isRightToLeft) {
        for (const run of runs) put(run.font, run.text);
        continue;
      }
      // It is drawn from its left end; this is the text for who copies it or has it read aloud.
      document.markContent('Span', { actual: text });
      // With features a run is laid out whole. The font then turns joined letters around, not signs.
      for (const run of runs.reverse()) {
        put(run.font, isJoined(run.text) ? run.text : reversed(run.text), { features: [] });
      }
      document.endMarkedContent();
    }
  };

  const isMirrored = direction === 'rtl';
  const leftOf = (x, width) => (isMirrored ? document.page.width - x - width : x);

  return {
    /** Height of the text at that width. */
    heightOf: (text, size, width) => linesOf(text, size, width).length * size * LEADING,
    /** Writes the text with its top at `y`; gives where the next may begin. */
    write: (text, { x, y, width, size, color, align = 'start' }) => {
      document.fillColor(color);
      const lines = linesOf(text, size, width);
      lines.forEach((line, index) => {
        const isAtRight = (align === 'end') !== isMirrored;
        const left = leftOf(x, width) + (isAtRight ? width - widthOf(line, size) : 0);
        drawLine(line, left, y + size * (LEADING * index + 1.05), size);
      });
      return y + lines.length * size * LEADING;
    },
    /** Draws a line from `x` on. */
    rule: ({ x, y, width, color }) => {
      const left = leftOf(x, width);
      document
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.75)
        .stroke(color);
    },
  };
}

function cut(lines) {
  return lines.map((line, index) => (index === lines.length - 1 ? `${line.trim()}…` : line.trim()));
}

function isJoined(text) {
  return /\p{Script=Arabic}/u.test(text);
}

function reversed(text) {
  return [...text].reverse().join('');
}
