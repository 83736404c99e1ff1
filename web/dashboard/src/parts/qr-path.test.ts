import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

it.each([
  'A',
  'otpauth://totp/Tillgate:ada@example.com?secret=JBSWY3DPEHPK3PXP',
  'é'.repeat(300),
])('draws every dark module of %s once, and nothing else', (text) => {
  const { size, path } = qrPath(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let dx = 0; dx < Number(length); dx += 1) {
      const row = drawn[Number(y)] as number[];
      row[Number(x) + dx] = (row[Number(x) + dx] ?? 0) + 1;
    }
  }
  const { data } = encode(text, { ecc: 'M', border: 4 });
  expect(drawn).toEqual(data.map((row) => row.map(Number)));
});
