import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(import.meta.dirname, 'looks');
/** Not committed: new screenshots of pages that changed, and where they changed. */
const CHANGED = join(ROOT, 'screenshots/changed');
/** `npm run looks` saves the current look of the pages. */
const isKeeping = process.env.LOOKS === 'keep';

/** No filters: areas of a single color compress better that way. */
const SMALL = { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 } as const;

/** Allowed color difference, from 0 to 1: letter edges vary between machines. */
const COLOR_TOLERANCE = 0.15;
/** Pixels; narrower pages are phone layouts. */
const PHONE_WIDTH = 500;
/** Fraction of a screenshot's pixels that may differ. */
const MAX_CHANGED = 0.002;

/** The project's own fonts, so that screenshots don't depend on the machine's fonts. */
const FONTS = ['latin', 'latin-ext', 'arabic', 'jp'];
const FONT_PATH = '/fonts-of-pictures/';

/** Texts that vary between runs, with fixed replacements of similar length. */
const VARYING: readonly (readonly [string, string])[] = [
  ['\\b(STO|PROD|ORD|PAY|TKT|MER)_\\w{18,}', '$1_0000000000000000000000'],
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '0000-0000'],
  ['127\\.0\\.0\\.1:\\d+', '127.0.0.1:4000'],
  ['a-store-[a-z0-9]{8}', 'a-store-00000000'],
  ['[A-Z][a-z]{2} \\d{1,2}, \\d{4}, \\d{1,2}:\\d{2}.[AP]M', 'Nov 23, 2026, 10:00 AM'],
  ['[A-Z][a-z]{2} \\d{1,2}, \\d{4}(?!,)', 'Nov 23, 2026'],
  ['\\d{1,2}\\. [A-Z][a-zä]+ \\d{4}', '23. November 2026'],
];

/** Call before opening the page. */
export async function serveFonts(page: Page): Promise<void> {
  await page.route(`**${FONT_PATH}*`, (route) => {
    const name = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ path: join(ROOT, 'fonts', name), contentType: 'font/woff' });
  });
}

/** The fraction of pixels that differ from the saved look; 1 if there is none. */
export async function changedPart(page: Page, name: string): Promise<number> {
  const bytes = await picture(page);
  const path = join(KEPT, `${name}.png`);
  if (isKeeping) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(path, PNG.sync.write(PNG.sync.read(bytes), SMALL));
    return 0;
  }
  const part = existsSync(path) ? compare(readFileSync(path), bytes, name) : 1;
  if (part > MAX_CHANGED) keepChanged(name, bytes);
  return part > MAX_CHANGED ? part : 0;
}

/** Renders the page's text in the screenshot fonts, which `serveFonts` serves. */
export async function applyFonts(page: Page): Promise<void> {
  const families = FONTS.map((name) => `'look-${name}'`).join(', ');
  const faces = FONTS.map(
    (name) =>
      `@font-face { font-family: 'look-${name}'; src: url('${FONT_PATH}noto-sans-${name}.woff'); }`,
  );
  const content = `${faces.join('\n')} *, *::before { font-family: ${families} !important; }`;
  await page.addStyleTag({ content });
}

async function picture(page: Page): Promise<Buffer> {
  await applyFonts(page);
  await page.evaluate(steadyTexts, VARYING);
  await page.evaluate('document.fonts.ready');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))');
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    // On a phone, cards or tables further down are what the screenshot is for.
    fullPage: (page.viewportSize()?.width ?? 0) < PHONE_WIDTH,
    mask: [page.locator('canvas')],
  });
}

function steadyTexts(varying: readonly (readonly [string, string])[]): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    let text = node.data;
    for (const [pattern, steady] of varying) text = text.replace(new RegExp(pattern, 'g'), steady);
    if (text !== node.data) node.data = text;
  }
}

function compare(kept: Buffer, now: Buffer, name: string): number {
  const [one, other] = [PNG.sync.read(kept), PNG.sync.read(now)];
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return 1;
  const difference = new PNG({ width, height });
  const options = { threshold: COLOR_TOLERANCE };
  const changed = pixelmatch(one.data, other.data, difference.data, width, height, options);
  const part = changed / (width * height);
  if (part > MAX_CHANGED) keepChanged(`${name}-difference`, PNG.sync.write(difference));
  return part;
}

function keepChanged(name: string, bytes: Buffer): void {
  mkdirSync(CHANGED, { recursive: true });
  writeFileSync(join(CHANGED, `${name}.png`), bytes);
}
