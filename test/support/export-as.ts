import { signHeaders, type TestMerchant } from './merchant.ts';
import type { TestApp } from './test-app.ts';

const TARGET = '/v1/export';

/** Asks for an export with the merchant's test key. */
export function exportAs(
  test: TestApp,
  { shortId, keys }: TestMerchant,
  body: unknown,
): Promise<Response> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
  const headers = signHeaders(TARGET, text, shortId, keys.test.privateKey, timestamp);
  return fetch(`${test.baseUrl}${TARGET}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

/** The lines of a file, without the byte order mark. */
export const linesOf = async (answer: Response): Promise<string[]> =>
  (await answer.text()).replace(/^\ufeff/, '').split('\r\n');
