import { inflateSync } from 'node:zlib';

/** The text of a PDF, run by run: as mapped by its fonts, or as stated by the run itself. */
export function pdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const fonts = fontMaps(objects);
  return pagesOf(objects)
    .map((content) => contentText(content, fonts))
    .join('\n');
}

/** The height of each run above its page's lower edge, by page. */
export function pdfHeights(pdf: Buffer): number[][] {
  return pagesOf(readObjects(pdf)).map((content) =>
    [...content.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/g)].map(([, height]) => Number(height)),
  );
}

/** The content of each page. */
function pagesOf(objects: ReturnType<typeof readObjects>): string[] {
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const id = Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]);
    return objects.get(id)?.stream ?? '';
  });
}

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

function readObjects(pdf: Buffer): ReadonlyMap<number, PdfObject> {
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('No PDF');
  const source = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of source.matchAll(/(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = source.indexOf('endobj', start);
    const body = source.slice(start, end);
    const at = body.indexOf('stream\n');
    const head = at === -1 ? body : body.slice(0, at);
    objects.set(Number(match[1]), { head, stream: at === -1 ? '' : readStream(body, at, head) });
  }
  return objects;
}

function readStream(body: string, at: number, head: string): string {
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  const start = at + 'stream\n'.length;
  const bytes = Buffer.from(body.slice(start, start + length), 'latin1');
  return head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : body;
}

/** The text of each glyph, by the font's name in the pages (`F1`). */
function fontMaps(objects: ReadonlyMap<number, PdfObject>) {
  const maps = new Map<string, ReadonlyMap<number, string>>();
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(id));
      const mapId = Number(/\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1]);
      maps.set(name as string, readMap(objects.get(mapId)?.stream ?? ''));
    }
  }
  return maps;
}

function readMap(cmap: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const range of block.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
      const first = Number.parseInt(range[1] as string, 16);
      [...(range[2] as string).matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], index) => {
        const bytes = Buffer.from((hex as string).replaceAll(' ', ''), 'hex');
        map.set(first + index, bytes.swap16().toString('utf16le'));
      });
    }
  }
  return map;
}

function contentText(content: string, fonts: ReturnType<typeof fontMaps>): string {
  let map: ReadonlyMap<number, string> = new Map();
  let text = '';
  let isSaid = false;
  const operations =
    /\/(F\d+) [\d.]+ Tf|\[[^\]]*\] TJ|\bET\b|\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|\bEMC\b/g;
  for (const [operation, name, said] of content.matchAll(operations)) {
    if (said !== undefined) text += `${saidText(said)}\n`;
    if (said !== undefined || operation === 'EMC') isSaid = said !== undefined;
    else if (isSaid && !name) continue;
    else if (name) map = fonts.get(name) ?? new Map();
    else if (operation === 'ET') text += '\n';
    else text += glyphsOf(operation, map);
  }
  return text;
}

/** A UTF-16 string after its byte order mark, with special bytes escaped. */
function saidText(escaped: string): string {
  const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const raw = escaped.replace(/\\([\s\S])/g, (_, letter: string) => letters[letter] ?? letter);
  return Buffer.from(raw.slice(2), 'latin1').swap16().toString('utf16le');
}

function glyphsOf(operation: string, map: ReadonlyMap<number, string>): string {
  return [...operation.matchAll(/<([0-9a-f]+)>/gi)]
    .flatMap(([, hex]) => (hex as string).match(/.{4}/g) ?? [])
    .map((glyph) => map.get(Number.parseInt(glyph, 16)) ?? '\ufffd')
    .join('');
}
