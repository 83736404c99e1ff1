import { expect, it } from 'vitest';
import { languageTag } from './own-language.ts';

it.each([
  ['de-CH', 'de-CH'],
  ['zh-Hans-CN', 'zh-Hans-CN'],
  ['en-US@posix', 'en-US'],
  ['pt_BR', 'en'],
  ['de_DE.UTF-8', 'en'],
  ['C', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the language tag of %s is %s', (language, tag) => {
  expect(languageTag(language)).toBe(tag);
});
