import { fontRuns } from './pdf-fonts.mjs';

const LEADING = 1.45;

/**
 * Writes texts of any script on a page: cuts them into runs of one font, breaks lines where the
 * language allows.
 *
 * @param {PDFKit.PDFDocument} document
 * @param {string} language
 */
export function createPen(document, language) {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const characters = new Intl.Segmenter(language, { granularity: 'grapheme' });

  const widthOf = (text, size) =>
    fontRuns(text, language).reduce((sum, { font, text: run }) => {
      use(document, font);
      return sum + document.fontSize(size).widthOfString(run);
    }, 0);

  const piecesOf = (text, size, width) =>
    [...words.segment(text)].flatMap(({ segment }) =>
      widthOf(segment, size) <= width
        ? [segment]
        : [...characters.segment(segment)].map((part) => part.segment),
    );

  const linesOf = (text, size, width) => {
    const lines = [''];
    for (const piece of piecesOf(text, size, width)) {
      const longer = lines.at(-1) + piece;
      if (widthOf(longer.trimEnd(), size) <= width) lines[lines.length - 1] = longer;
      else lines.push(piece.trimStart());
    }
    return lines.map((line) => line.trim());
  };

  const drawLine = (line, left, baseline, size) => {
    let at = left;
    for (const { font, text: run } of fontRuns(line, language)) {
      use(document, font);
      document.fontSize(size).text(run, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += document.widthOfString(run);
    }
  };

  return {
    /** Height of the text at that width. */
    heightOf: (text, size, width) => linesOf(text, size, width).length * size * LEADING,
    /** Writes the text with its top at `y`; gives where the next may begin. */
    write: (text, { x, y, width, size, color, align = 'left' }) => {
      document.fillColor(color);
      const lines = linesOf(text, size, width);
      lines.forEach((line, index) => {
        const left = align === 'right' ? x + width - widthOf(line, size) : x;
        drawLine(line, left, y + size * (LEADING * index + 1.05), size);
      });
      return y + lines.length * size * LEADING;
    },
  };
}

function use(document, { name, data }) {
  document.registerFont(name, data);
  document.font(name);
}
