import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecureContext, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { isPublicAddress } from '../kit/address.ts';
import {
  type HostAddress,
  lookUpPublicName,
  RefusedAddressError,
  resolveHost,
} from './resolve-host.ts';
import { createSafePost } from './safe-post.ts';

closeReceivers();
const strict = { allowPrivate: false, trustedPrefix: null, timeoutMs: 1_000 };
const lenient = { ...strict, allowPrivate: true };
const request = { headers: { 'content-type': 'application/json' }, body: '{}' };
const address = (text: string): HostAddress => ({
  address: text,
  family: text.includes(':') ? 6 : 4,
});

describe('safe-post', () => {
  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['fe80::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700::1111', 'fd00::1'],
  ])('refuses a name that resolves to %s %s', async (...addresses) => {
    const lookUp = async () => addresses.filter(Boolean).map(address);
    const result = await createSafePost({ ...strict, lookUp })({
      ...request,
      url: 'https://hooks.example.com/',
    });
    expect(result).toMatchObject({ httpStatus: null, failure: 'Address is private or reserved' });
  });

  it('looks a name up once and connects to what was checked', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    let asked = 0;
    const lookUp = async () => {
      asked += 1;
      return [address(asked === 1 ? '127.0.0.1' : '127.9.9.9')];
    };
    const url = `http://hooks.example.com:${port}/a?b=c`;
    const result = await createSafePost({ ...lenient, lookUp })({ ...request, url });
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'ok' });
    expect(asked).toBe(1);
    const [received] = receiver.received;
    expect(received?.headers.host).toBe(`hooks.example.com:${port}`);
    expect(received?.path).toBe('/a?b=c');
  });

  it('ends at the time limit when the name server never answers', async () => {
    const lookUp = () => new Promise<HostAddress[]>(() => {});
    const post = createSafePost({ ...strict, timeoutMs: 100, lookUp });
    const posted = post({ ...request, url: 'https://hooks.example.com/' });
    // Compared with another timer: on a busy machine, both are late.
    const result = await Promise.race([posted, pause(1_000, null, { ref: false })]);
    expect(result?.failure).toBe('No answer within the time limit');
  });

  it('allows only the trusted prefix', async () => {
    const receiver = await startReceiver();
    const { origin } = new URL(receiver.url);
    const post = createSafePost({ ...strict, trustedPrefix: `${origin}/inspector/` });
    const send = async (url: string) => (await post({ ...request, url })).failure;
    expect(await send(`${origin}/inspector/demo`)).toBeNull();
    expect(await send(`${origin}/inspector/../v1/actions`)).not.toBeNull();
    expect(await send(`${origin}/inspector/%2e%2e/v1`)).not.toBeNull();
    expect(await send(`${origin}/inspectors`)).not.toBeNull();
    expect(await send(`${origin.replace('//', '//x@')}/inspector/`)).not.toBeNull();
    expect(receiver.received).toHaveLength(1);
  });

  it('requests no compression and reuses an open connection', async () => {
    const receiver = await startReceiver();
    const post = createSafePost(lenient);
    await post({ ...request, url: receiver.url });
    await post({ ...request, url: receiver.url });
    expect(receiver.connections()).toBe(1);
    expect(receiver.received[0]?.headers['accept-encoding']).toBeUndefined();
  });

  it('names the host in TLS and trusts no unknown certificate', needs('openssl'), async () => {
    const { key, cert } = makeCertificate();
    let named = '';
    let bytes = 0;
    const server = createServer({
      key,
      cert,
      SNICallback: (name, done) => {
        named = name;
        done(null, createSecureContext({ key, cert }));
      },
    });
    server.on('secureConnection', (socket) => socket.on('data', ({ length }) => (bytes += length)));
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const lookUp = async () => [address('127.0.0.1')];
    const url = `https://hooks.example.com:${port}/`;
    const result = await createSafePost({ ...lenient, lookUp })({ ...request, url });
    server.close();
    expect(named).toBe('hooks.example.com');
    expect(result.failure).toBe('TLS certificate is self-signed');
    expect(bytes).toBe(0);
  });
});

describe('resolving a host', () => {
  it('stops when aborted', async () => {
    const stopping = new AbortController();
    const looking = lookUpPublicName('hooks.example.com', stopping.signal);
    stopping.abort();
    await expect(looking).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('uses a literal address without a lookup', async () => {
    const never = () => Promise.reject(new Error('asked'));
    const signal = AbortSignal.timeout(1_000);
    expect(await resolveHost('8.8.8.8', false, never, signal)).toEqual([address('8.8.8.8')]);
    await expect(resolveHost('[::1]', false, never, signal)).rejects.toThrow(RefusedAddressError);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('counts %s as public', (text) => {
    expect(isPublicAddress(text)).toBe(true);
  });
});

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=hooks.example.com', '-days', '1', '-nodes'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
