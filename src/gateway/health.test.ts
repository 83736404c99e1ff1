import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../test/support/test-app.ts';
import { openServer } from '../database/open.ts';

const test = useTestApp();
/** Nothing listens there. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';
const TIMEOUT_MS = 1_000;

describe('health', () => {
  it('is alive without a database, and not ready', async () => {
    const database = await openServer(NOWHERE, 1, TIMEOUT_MS);
    const source = { database, url: null, close: async () => {} };
    const alone = await startTestApp(source, {}, { spread: null });
    expect(await ask(alone.baseUrl, '/healthz')).toMatchObject({ status: 200 });
    expect(await ask(alone.baseUrl, '/readyz')).toMatchObject({
      ...{ status: 503, body: { status: 'database unavailable' } },
    });
    await alone.app.http.close();
    await database.close();
  });

  it('is ready until it drains; then it keeps serving but closes connections', async () => {
    expect(await ask(test.baseUrl, '/readyz')).toMatchObject({
      status: 200,
      connection: 'keep-alive',
    });
    test.app.drain();
    expect(await ask(test.baseUrl, '/readyz')).toEqual({
      ...{ status: 503, body: { status: 'draining' }, connection: 'close' },
    });
    expect(await ask(test.baseUrl, '/healthz')).toMatchObject({ status: 200, connection: 'close' });
  });
});

async function ask(baseUrl: string, path: string) {
  const answer = await fetch(`${baseUrl}${path}`);
  const { status, headers } = answer;
  return { status, body: await answer.json(), connection: headers.get('connection') };
}
