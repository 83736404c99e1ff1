import PDFDocument from 'pdfkit';
import { createPen } from './pdf-pen.mjs';

// Points, as for a language from left to right: an A4 page is 595 wide and 842 high. Usual names leave room for everything on it.
const MARGIN = 56;
const BOTTOM = 842 - 24;
const RIGHT = 595 - MARGIN;
const WIDTH = RIGHT - MARGIN;
const GAP = 24;
const COLUMN = (WIDTH - GAP) / 2;
const AMOUNT = 150;
const LABEL = WIDTH - AMOUNT - GAP;
/** At least the height of a line with the space and the rule around it. */
const ROW = 20;
const BODY = 10;
const SMALL = 8.5;
const INK = '#1a1a1a';
const MUTED = '#6b6b6b';
const LINE = '#d9d9d9';
const ACROSS = { x: MARGIN, width: WIDTH, color: LINE };

/**
 * The receipt as a PDF of one page, or two if a name takes most of the first.
 *
 * @param {import('./receipt-sheet.ts').ReceiptSheet} sheet
 * @returns {Promise<Uint8Array>}
 */
export function drawReceipt(sheet) {
  const title = `${sheet.title} ${sheet.number}`;
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: sheet.language,
    displayTitle: true,
    info: { Title: title, Author: sheet.storeName, Producer: 'Tillgate', Creator: 'Tillgate' },
    font: null,
  });
  const chunks = [];
  document.on('data', (chunk) => chunks.push(chunk));
  const done = new Promise((resolve, reject) => {
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.on('error', reject);
  });
  draw(document, createPen(document, sheet.language, sheet.direction), sheet);
  document.end();
  return done;
}

function draw(document, pen, sheet) {
  let y = drawHead(document, pen, sheet, MARGIN);
  y = drawFacts(pen, sheet.facts, y + GAP);
  y = drawParties(pen, sheet, y + GAP) + GAP;
  if (y + heightOfRest(pen, sheet) > BOTTOM) {
    document.addPage();
    y = MARGIN;
  }
  y = drawItems(pen, sheet, y);
  y = drawTotals(pen, sheet.totals, y);
  if (sheet.footer) {
    pen.write(sheet.footer, { x: MARGIN, y: y + GAP, width: WIDTH, size: SMALL, color: MUTED });
  }
}

/** What follows the seller and the buyer: the amounts may not be cut off. */
function heightOfRest(pen, { items, totals, footer }) {
  const itemised = items.map(
    ({ label, note }) =>
      pen.heightOf(label, BODY, LABEL) + (note ? pen.heightOf(note, SMALL, LABEL) : 0) + ROW,
  );
  const below = footer ? GAP + pen.heightOf(footer, SMALL, WIDTH) : 0;
  // The heads, and the larger last total.
  return itemised.reduce((sum, height) => sum + height, (totals.length + 2) * ROW + below);
}

/** A text of the merchant or buyer: isolated, so that it runs in its own direction. */
function isolated(text) {
  return `\u2068${text}\u2069`;
}

function drawHead(document, pen, { title, storeName, testMark }, y) {
  const half = { width: COLUMN, size: 18, color: INK };
  const left = pen.write(isolated(storeName), { ...half, x: MARGIN, y });
  const right = pen.write(title, { ...half, x: RIGHT - COLUMN, y, color: MUTED, align: 'end' });
  const below = Math.max(left, right);
  if (!testMark) return below;
  const height = pen.heightOf(testMark, BODY, WIDTH - GAP) + 12;
  document.rect(MARGIN, below + 10, WIDTH, height).fill('#ffe8b3');
  const place = { x: MARGIN + 12, y: below + 16, width: WIDTH - GAP };
  pen.write(testMark, { ...place, size: BODY, color: '#4a2f00' });
  return below + 10 + height;
}

function drawFacts(pen, facts, top) {
  let y = top;
  for (const { label, value } of facts) {
    const labelled = { size: BODY, color: MUTED, x: MARGIN, y, width: 150 };
    const below = pen.write(label, labelled);
    const place = { x: MARGIN + 160, y, width: WIDTH - 160 };
    y = Math.max(below, pen.write(value, { ...place, size: BODY, color: INK })) + 2;
  }
  return y;
}

function drawParties(pen, { seller, buyer }, y) {
  const block = ({ title, lines }, x) => {
    const place = { x, width: COLUMN };
    let at = pen.write(title, { ...place, y, size: SMALL, color: MUTED }) + 3;
    for (const line of lines) {
      if (at + pen.heightOf(line, BODY, COLUMN) > BOTTOM) break;
      at = pen.write(isolated(line), { ...place, y: at, size: BODY, color: INK });
    }
    return at;
  };
  return Math.max(block(seller, MARGIN), block(buyer, MARGIN + COLUMN + GAP));
}

function drawItems(pen, { heads, items }, top) {
  const row = ({ label, value }, y, size, color) => {
    const left = { x: MARGIN, y, width: LABEL, size, color };
    const right = { x: RIGHT - AMOUNT, y, width: AMOUNT, size, color, align: 'end' };
    return Math.max(pen.write(label, left), pen.write(value, right));
  };
  let y = row(heads, top, SMALL, MUTED) + 6;
  for (const { label, value, note } of items) {
    pen.rule({ ...ACROSS, y });
    y = row({ label: isolated(label), value }, y + 10, BODY, INK);
    if (note) y = pen.write(note, { x: MARGIN, y, width: LABEL, size: SMALL, color: MUTED });
    y += 10;
  }
  pen.rule({ ...ACROSS, y });
  return y;
}

function drawTotals(pen, totals, top) {
  const x = MARGIN + COLUMN;
  const width = RIGHT - x;
  let y = top + 10;
  totals.forEach(({ label, value }, index) => {
    const isLast = index === totals.length - 1;
    if (isLast) {
      pen.rule({ x, y: y + 2, width, color: LINE });
      y += 10;
    }
    const size = isLast ? 12 : BODY;
    const color = isLast ? INK : MUTED;
    const below = pen.write(label, { x, y, width: width - AMOUNT, size, color });
    const right = { x: RIGHT - AMOUNT, y, width: AMOUNT, size, align: 'end' };
    y = Math.max(below, pen.write(value, { ...right, color: INK })) + 4;
  });
  return y;
}
