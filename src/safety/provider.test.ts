import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createProvider } from './provider.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A provider that calls a local server. */
async function ask(listener: RequestListener, clock = () => 0, deadlineMs = 5_000) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  server.unref();
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/moderations`;
  return createProvider({ url, key: 'a-key', deadlineMs }, fetch, clock);
}

const answer =
  (categories: object, scores: object = {}): RequestListener =>
  (_, response) => {
    response.end(JSON.stringify({ results: [{ categories, category_scores: scores }] }));
  };

describe('the moderation provider', () => {
  it('is asked with the key and the prompt', async () => {
    const seen: string[] = [];
    const provider = await ask(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push(request.headers.authorization ?? '', JSON.parse(body).input);
      answer({})(request, response);
    });
    expect(await provider.moderate('a barn')).toEqual({ status: 'scored', findings: new Map() });
    expect(seen).toEqual(['Bearer a-key', 'a barn']);
  });

  it.each([
    [{ sexual: true }, { sexual: 0.95 }, [['adult_nsfw', 'block']]],
    [{ sexual: true }, { sexual: 0.4 }, [['adult_nsfw', 'review']]],
    [{ 'sexual/minors': true }, {}, [['csam_minor', 'block']]],
    [{ violence: true, hate: true, harassment: true }, {}, []],
  ])('takes %j %j for %j', async (categories, scores, findings) => {
    const provider = await ask(answer(categories, scores));
    const { moderate } = provider;
    expect(await moderate('x')).toEqual({ status: 'scored', findings: new Map(findings as []) });
  });

  it.each([
    ['a server error', (_, response) => response.writeHead(500).end()],
    ['no JSON', (_, response) => response.end('<html>')],
    ['another shape', (_, response) => response.end('{"results":[]}')],
    ['a flag that is text', answer({ sexual: 'true' }, { sexual: 0.97 })],
    ['a flag that is a number', answer({ 'sexual/minors': 1 })],
    ['a list of categories', answer(['sexual'])],
    ['a score that is text', answer({ sexual: true }, { sexual: '0.31' })],
    ['an empty score', answer({ sexual: true }, { sexual: null })],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/x' }).end()],
    ['a cut connection', (request) => request.socket.destroy()],
  ] as [string, RequestListener][])('answers provider_error for %s', async (_, listener) => {
    expect(await (await ask(listener)).moderate('x')).toEqual({ status: 'provider_error' });
  });

  it('answers provider_timeout when the head or the body comes too late', async () => {
    const silent = await ask(
      () => {},
      () => 0,
      200,
    );
    expect(await silent.moderate('x')).toEqual({ status: 'provider_timeout' });
    const halting = await ask(
      (_, response) => response.write('{"results":['),
      () => 0,
      200,
    );
    expect(await halting.moderate('x')).toEqual({ status: 'provider_timeout' });
  });

  it('is not called after five consecutive failures, and retried after the pause', async () => {
    let calls = 0;
    let now = 0;
    const provider = await ask(
      (_, response) => {
        calls += 1;
        response.writeHead(500).end();
      },
      () => now,
    );
    for (let count = 0; count < 8; count += 1) await provider.moderate('x');
    expect(calls).toBe(5);
    now = 30_000;
    await provider.moderate('x');
    await provider.moderate('x');
    expect(calls).toBe(6);
  });
});
