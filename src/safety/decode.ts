const ENTITY = /&(?:#(\d{1,8})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|shy));?/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
};
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ESCAPE = /\\u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))|\\x([0-9a-f]{2})/gi;
const BASE64 = /(?<![a-z0-9+/_-])[a-z0-9+/_-]{16,}={0,2}/gi;
const HAS_MIXED_CASE = /^(?=.*[a-z])(?=.*[A-Z0-9])/;
const MAX_CODE_POINT = 0x10ffff;
/** Minimum share of letters in a decoded prompt. */
const LETTER_SHARE = 0.85;
const LETTERS_AND_BLANKS = /[\p{L}\p{M}\s]/gu;

/** Decodes HTML entities, percent codes, escapes and Base64 words in a prompt. */
export function decodeText(prompt: string): string {
  let text = prompt;
  if (text.includes('&')) text = text.replace(ENTITY, fromEntity);
  if (text.includes('%')) text = text.replace(PERCENT, fromPercent);
  if (text.includes('\\')) {
    text = text.replace(ESCAPE, (match, braced?: string, plain?: string, short?: string) =>
      fromCodePoint(Number.parseInt(braced ?? plain ?? short ?? '0', 16), match),
    );
  }
  return text.replace(BASE64, fromBase64);
}

function fromEntity(match: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return NAMED[name.toLowerCase()] ?? match;
  return fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '0', 16), match);
}

function fromCodePoint(code: number, match: string): string {
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : match;
}

function fromPercent(codes: string): string {
  return Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8');
}

function fromBase64(token: string): string {
  if (!HAS_MIXED_CASE.test(token)) return token;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const letters = text.match(LETTERS_AND_BLANKS)?.length ?? 0;
  return letters >= text.length * LETTER_SHARE ? ` ${text} ` : token;
}
