import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSlug } from './slug.ts';
import {
  capitalized,
  codePointLength,
  forTerminal,
  hasControlCharacter,
  isStorable,
} from './text.ts';
import { addMs, toIso } from './time.ts';
import { parseHttpUrl } from './url.ts';

/** Any UTF-16 units, including lone surrogates; faster than whole characters. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('texts', () => {
  it('start with a capital letter on request', () => {
    expect(['visa', 'éclair', 'Visa', ''].map(capitalized)).toEqual(['Visa', 'Éclair', 'Visa', '']);
  });

  it('command no terminal, and stay the same as JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const shown = forTerminal(JSON.stringify({ text }, null, 2));
        expect(shown).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
        expect(JSON.parse(shown)).toEqual({ text });
      }),
    );
    expect(forTerminal('a\u001b[2J\u009bH\u202e\r\n\tb')).toBe(
      'a\\u001b[2J\\u009bH\\u202e\\u000d\n\tb',
    );
  });

  it('are measured in code points', () => {
    expect(codePointLength('🛍️é')).toBe(3);
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(codePointLength(text)).toBe([...text].length);
      }),
    );
  });

  it('have a control character exactly if Unicode says Cc', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x10ffff }), (codePoint) => {
        const text = `a${String.fromCodePoint(codePoint)}b`;
        expect(hasControlCharacter(text)).toBe(/\p{Cc}/u.test(text));
      }),
    );
    for (const control of ['\0', '\t', '\n', '\x1f', '\x7f', '\x80', '\x9f']) {
      expect(hasControlCharacter(control)).toBe(true);
    }
  });

  it('are storable without NUL and lone surrogates', () => {
    expect(isStorable('plain, 🛍 and é')).toBe(true);
    expect(isStorable('a\0b')).toBe(false);
    expect(isStorable('\ud83d')).toBe(false);
    expect(isStorable('\udecd\ud83d')).toBe(false);
  });
});

describe('slugs', () => {
  it('are kebab-case with eight random characters, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (name) => {
        expect(newSlug(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-z]{8}$/);
        expect(newSlug(name).length).toBeLessThanOrEqual(57);
      }),
    );
  });

  it('transliterate if possible, otherwise say store', () => {
    expect(newSlug('Café Zürich & Söhne')).toMatch(/^cafe-zurich-sohne-[0-9a-z]{8}$/);
    expect(newSlug('Магазин')).toMatch(/^magazin-[0-9a-z]{8}$/);
    expect(newSlug('!!!')).toMatch(/^store-[0-9a-z]{8}$/);
  });

  it('differ for the same name', () => {
    const slugs = Array.from({ length: 1_000 }, () => newSlug('Shop'));
    expect(new Set(slugs).size).toBe(slugs.length);
  });
});

describe('URLs', () => {
  it('are http or https without credentials and not too long', () => {
    expect(parseHttpUrl('https://shop.example/thanks?order=1', 512)?.host).toBe('shop.example');
    const refused = ['', 'shop.example', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.b/'];
    refused.push('https://user@shop.example/', 'https://user:pass@shop.example/', 'https://');
    for (const text of refused) expect(parseHttpUrl(text, 512), text).toBeNull();
    expect(parseHttpUrl('https://:secret@shop.example/', 512)).toBeNull();
    expect(parseHttpUrl('http://shop.example/', 512)?.protocol).toBe('http:');
    const longest = `https://shop.example/${'x'.repeat(491)}`;
    expect(parseHttpUrl(longest, 512)?.href).toBe(longest);
    expect(parseHttpUrl(`${longest}x`, 512)).toBeNull();
  });

  it('name their host after two slashes', () => {
    for (const text of ['http:a.b', 'http:/a.b', 'http:///a.b', 'https:\\\\a.b', 'https://?a.b']) {
      expect(parseHttpUrl(text, 512), text).toBeNull();
    }
    expect(parseHttpUrl('HTTPS://Shop.example', 512)?.host).toBe('shop.example');
  });

  it('are measured in code points', () => {
    expect(parseHttpUrl(`https://a.b/${'😀'.repeat(500)}`, 512)?.host).toBe('a.b');
    expect(parseHttpUrl(`https://a.b/${'😀'.repeat(501)}`, 512)).toBeNull();
  });
});

describe('times', () => {
  it('are ISO 8601 in UTC with milliseconds', () => {
    expect(toIso(addMs(new Date('2024-02-29T23:59:59.999Z'), 1))).toBe('2024-03-01T00:00:00.000Z');
    expect(toIso(null)).toBeNull();
  });
});
