import { describe, expect, it } from 'vitest';
import { createCache, digestOf, textBytes } from './cache.ts';

const MEGABYTE = 1024 * 1024;

describe('createCache', () => {
  const make = (maxEntries: number, maxBytes: number) =>
    createCache<string>({ maxEntries, maxBytes, bytesOf: textBytes });

  it('keeps used entries and drops others beyond its maximum', () => {
    const cache = make(4, MEGABYTE);
    const made: string[] = [];
    for (const key of ['a', 'b', 'a', 'c', 'a', 'd', 'e', 'a', 'b']) {
      cache.get(key, () => {
        made.push(key);
        return key;
      });
    }
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  it('drops entries beyond its maximum bytes, and never caches very large ones', () => {
    const cache = make(1_000, 64_000);
    for (let count = 0; count < 1_000; count += 1) cache.get(`${count}`, () => 'x'.repeat(1_000));
    expect(cache.bytes).toBeGreaterThan(32_000);
    expect(cache.bytes).toBeLessThanOrEqual(64_000);
    const { bytes } = cache;
    cache.get('large', () => 'x'.repeat(2_000));
    expect(cache.bytes).toBe(bytes);
  });

  it('has digests of a fixed length', () => {
    expect(digestOf('a'.repeat(MEGABYTE))).toHaveLength(44);
    expect(digestOf('a')).not.toBe(digestOf('b'));
  });
});
