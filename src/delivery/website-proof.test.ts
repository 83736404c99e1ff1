import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { createSafeGet } from './safe-get.ts';
import { createWebsiteProof } from './website-proof.ts';

closeReceivers();
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

const strict = { allowPrivate: false, timeoutMs: 1_000 };
const SITE = new URL('https://shop.example/start');

/** A name server that answers every query with the TXT record; returns `address:port`. */
async function startNameServer(asked: string[], parts: readonly string[]): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    asked.push(nameOf(question));
    const text = Buffer.concat(
      parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
    );
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(1, 6);
    const end = question.indexOf(0, 12) + 5;
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(16, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(text.length, 10);
    const reply = Buffer.concat([head, question.subarray(12, end), record, text]);
    socket.send(reply, peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => socket.close());
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] as number) + 1) {
    labels.push(question.subarray(at + 1, at + 1 + (question[at] as number)).toString());
  }
  return labels.join('.');
}

describe('the proof of a website', () => {
  it('is its DNS record, in one part or several', async () => {
    for (const parts of [['tillgate-verification=abc'], ['tillgate-verifi', 'cation=abc']]) {
      const asked: string[] = [];
      const nameServers = [await startNameServer(asked, parts)];
      const proof = createWebsiteProof({ ...strict, nameServers, lookUp: async () => [] });
      expect(await proof.isShown(SITE, 'abc')).toBe(true);
      expect(await proof.isShown(SITE, 'abcd')).toBe(false);
      expect(new Set(asked)).toEqual(new Set(['_tillgate-verification.shop.example']));
    }
  });
});

describe('safe-get', () => {
  const answering = (address: string) => async () => [{ address, family: 4 as const }];

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
  ])('opens no connection to a name that resolves to %s', async (address) => {
    const { url, connections } = await startReceiver();
    const { port } = new URL(url);
    const get = createSafeGet({ ...strict, lookUp: answering(address) });
    expect(await get(new URL(`https://shop.example:${port}/`))).toBeNull();
    expect(connections()).toBe(0);
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
  ])('refuses %s before any look-up', async (text) => {
    let lookUps = 0;
    const lookUp = async () => {
      lookUps += 1;
      return [];
    };
    expect(await createSafeGet({ ...strict, lookUp })(new URL(text))).toBeNull();
    expect(lookUps).toBe(0);
  });

  it('follows no redirect and reads no more than 4 KB', async () => {
    const { url } = await startReceiver((response) => {
      response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(100_000));
    });
    const answer = await createSafeGet({ ...strict, allowPrivate: true })(new URL(url));
    expect(answer).toEqual({ status: 302, start: 'x'.repeat(4_096) });
  });

  it('ends at its deadline, whatever the site does', async () => {
    const { url } = await startReceiver(() => {});
    const get = createSafeGet({ allowPrivate: true, timeoutMs: 100 });
    expect(await get(new URL(url))).toBeNull();
  });
});
