import { expect, it } from 'vitest';
import { mediaTypeWeight, readPreferences } from './preferences.ts';

const weightOf = (accept: string) => mediaTypeWeight(readPreferences(accept), 'text/html');

it('weighs a media type by the most specific entry of the header', () => {
  expect(weightOf('text/html')).toBe(1);
  expect(weightOf('*/*;q=0.1, text/*;q=0.2, Text/HTML ; charset=utf-8 ; Q=0.3')).toBe(0.3);
  expect(weightOf('*/*;q=0.1, text/*;q=0.2')).toBe(0.2);
  expect(weightOf('text/plain, */*;q=0.1')).toBe(0.1);
  expect(weightOf('text/html;q=0, */*')).toBe(0);
  for (const none of ['', 'text/plain', 'text/html;q=x', 'text/html;q=-1', 'html', ',;,'])
    expect(weightOf(none), none).toBe(0);
});
