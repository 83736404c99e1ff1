import { expect, it } from 'vitest';
import { decodeText } from './decode.ts';

it.each([
  ['HTML entities', '&#114;&#x65;d &amp; blue', 'red & blue'],
  ['percent codes', '%72ed%20barn', 'red barn'],
  ['escapes', '\\u0072ed \\x62arn', 'red barn'],
  ['base64', Buffer.from('a red barn near a hill').toString('base64'), ' a red barn near a hill '],
])('writes out %s', (_, text, written) => {
  expect(decodeText(text)).toBe(written);
});

it.each([
  '50% off',
  'R&D',
  'a/b_c-d-lighthouses-and-barns',
  '100%25x'.slice(0, 4),
  '&#99999999;',
])('leaves %j alone', (text) => {
  expect(decodeText(text)).toBe(text);
});
