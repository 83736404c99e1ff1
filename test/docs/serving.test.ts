import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRequest } from '../support/raw-http.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
/** Maximum bytes of a first visit. */
const MAX_FIRST_VISIT = 60 * 1024;

beforeAll(async () => {
  const { buildDocsPages } = await import('../../scripts/build.mjs' as string);
  await buildDocsPages();
}, 120_000);

/** The bytes as transferred. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { request } = await import('undici');
  const {
    statusCode,
    headers: answered,
    body,
  } = await request(`${test.baseUrl}${path}`, { headers });
  return { status: statusCode, headers: answered, body: Buffer.from(await body.arrayBuffer()) };
}

describe('/docs', () => {
  it.each([
    'br',
    'gzip',
  ])('loads at most 60 KB with its style sheet and scripts (%s)', async (coding) => {
    const page = await ask('/docs', { 'accept-encoding': coding });
    const html = (coding === 'br' ? brotliDecompressSync : gunzipSync)(page.body).toString();
    const loaded = [
      ...html.matchAll(/<(?:link rel="stylesheet"|script)[^>]* (?:href|src)="([^"]+)"/g),
    ];
    expect(loaded.length).toBeGreaterThanOrEqual(3);
    let bytes = page.body.length;
    for (const [, path] of loaded) {
      const asset = await ask(path as string, { 'accept-encoding': coding });
      expect([asset.status, asset.headers['content-encoding']]).toEqual([200, coding]);
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      bytes += asset.body.length;
    }
    expect(bytes).toBeLessThan(MAX_FIRST_VISIT);
  });

  it('has the same content in every encoding', async () => {
    const path = '/docs/actions/store/create-store';
    const plain = await ask(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await ask(path, { 'accept-encoding': 'gzip, br' });
    const gzip = await ask(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    for (const { headers } of [plain, brotli, gzip]) expect(headers.vary).toBe('accept-encoding');
  });

  it('answers 304 when nothing has changed', async () => {
    const { headers } = await ask('/llms.txt');
    const again = await ask('/llms.txt', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await ask('/llms.txt', { 'if-none-match': 'W/"another"' });
    expect(other.status).toBe(200);
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  it('allows no inline script, no connection and no frame', async () => {
    for (const path of ['/docs', '/docs/signing', '/docs/none', '/llms.txt']) {
      const { headers } = await ask(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/connect-src|unsafe|nonce/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('answers unknown paths with a page that says so', async () => {
    const targets = ['/docs/none', '/docs/actions/store/none', '/docs/assets/none.js'];
    for (const target of [...targets, '/docs/../../package.json', '/docs/%2e%2e/site.json']) {
      const reply = await sendRequest(test.baseUrl, { method: 'GET', target });
      expect([target, reply.status]).toEqual([target, 404]);
    }
    const { headers, body } = await ask('/docs/none');
    expect(headers.etag).toBeUndefined();
    expect(body.toString()).toContain('This page doesn’t exist.');
    expect((await ask('/docs/')).headers.location).toBe('/docs');
  });

  it('serves Markdown, text and JSON with their own media types', async () => {
    const types = await Promise.all(
      ['/docs/index.md', '/docs/SKILL.md', '/llms-full.txt', '/docs/signing-vectors.json'].map(
        async (path) => (await ask(path)).headers['content-type'],
      ),
    );
    expect(types).toEqual([
      ...['text/markdown; charset=utf-8', 'text/markdown; charset=utf-8'],
      ...['text/plain; charset=utf-8', 'application/json; charset=utf-8'],
    ]);
  });
});

describe('/openapi.json', () => {
  it('is compressed, and 304 when nothing has changed', async () => {
    const plain = await ask('/openapi.json');
    const brotli = await ask('/openapi.json', { 'accept-encoding': 'gzip, br' });
    const gzip = await ask('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 10);
    const codings = [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']);
    expect(codings).toEqual([undefined, 'br', 'gzip']);
    for (const { headers } of [plain, brotli, gzip]) {
      expect(headers).toMatchObject({
        ...{ etag: plain.headers.etag, vary: 'accept-encoding' },
        ...{ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' },
        'content-type': 'application/json; charset=utf-8',
      });
    }
    const again = await ask('/openapi.json', { 'if-none-match': String(plain.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });
});
