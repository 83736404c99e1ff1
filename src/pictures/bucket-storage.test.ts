import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBucketStorage } from './bucket-storage.ts';

const kept = new Map<string, Buffer>();
const signatures: (string | undefined)[] = [];
let server: Server;

/** Stores what it receives, like a bucket. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    signatures.push(headers.authorization);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (url.endsWith('/broken')) return response.writeHead(500).end();
      const found = kept.get(url);
      if (method === 'PUT') kept.set(url, Buffer.concat(chunks));
      if (method === 'DELETE') kept.delete(url);
      if (method === 'GET') return response.writeHead(found ? 200 : 404).end(found);
      response.writeHead(method === 'DELETE' ? 204 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

it('puts, gets and removes a picture with signed calls below the bucket’s path', async () => {
  const { port } = server.address() as AddressInfo;
  const storage = createBucketStorage({
    ...{ url: `http://127.0.0.1:${port}/shop/`, region: 'eu-central-1' },
    ...{ accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
  });
  expect(await storage.get('a/b.webp')).toBeNull();
  await storage.put('a/b.webp', Buffer.from('picture'));
  expect([...kept.keys()]).toEqual(['/shop/a/b.webp']);
  expect(Buffer.from((await storage.get('a/b.webp')) ?? []).toString()).toBe('picture');
  await storage.remove('a/b.webp');
  await storage.remove('a/b.webp');
  expect(kept.size).toBe(0);
  for (const signature of signatures) {
    expect(signature).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-central-1\/s3\//,
    );
  }
  await expect(storage.put('broken', Buffer.from('x'))).rejects.toThrow('The bucket answered 500');
});
