import { expect, it } from 'vitest';
import { withoutPassword } from './database-url.ts';

it.each([
  [
    'postgres://shop:p%40w:x@one:5432,two/shop?sslmode=disable',
    'postgres://shop@one:5432,two/shop?sslmode=disable',
  ],
  ['postgres://shop:p@w@db.example/shop', 'postgres://shop@db.example/shop'],
  ['postgres://db.example/shop?user=a&password=b', 'postgres://db.example/shop?user=a'],
  ['postgres:///shop?password=b&host=/run/postgresql', 'postgres:///shop?host=/run/postgresql'],
  ['postgres://shop@db.example/shop?sslpassword=b', 'postgres://shop@db.example/shop'],
])('shows %s without its password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});
