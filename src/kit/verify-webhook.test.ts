import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { prettyPrint, readEnvelope, verifyWebhook } from './verify-webhook.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = new Date('2026-03-01T12:00:00.000Z');
const body = Buffer.from('{"mode":"test","eventType":"order.completed","text":"Zürich"}');

function header(time = now.getTime(), signed: Buffer = body): string {
  const text = Buffer.concat([Buffer.from(`${time}.`), signed]);
  return `t=${time},v1=${sign('sha256', text, privateKey).toString('base64')}`;
}

describe('verifyWebhook', () => {
  it('accepts the exact body that was signed', () => {
    expect(verifyWebhook(body, header(), publicKey, now)).toEqual({ valid: true, signedAt: now });
  });

  it('refuses a body that differs in one byte', () => {
    const other = Buffer.from(body.toString().replace('test', 'prod'));
    expect(verifyWebhook(other, header(), publicKey, now)).toMatchObject({
      valid: false,
      reason: 'the signature does not match the body',
    });
  });

  it('refuses a time that was moved', () => {
    const moved = header().replace(/t=\d+/, `t=${now.getTime() + 1}`);
    expect(verifyWebhook(body, moved, publicKey, now)).toMatchObject({ valid: false });
  });

  it('refuses a signature that is older than five minutes', () => {
    const old = header(now.getTime() - 5 * 60_000 - 1);
    expect(verifyWebhook(body, old, publicKey, now)).toMatchObject({
      reason: 'signed more than 5 minutes away from now',
    });
  });

  it('reports a missing header or key, or a malformed header', () => {
    expect(verifyWebhook(body, undefined, publicKey, now)).toMatchObject({ valid: false });
    expect(verifyWebhook(body, header(), null, now)).toMatchObject({ valid: false });
    expect(verifyWebhook(body, 'v1=abc', publicKey, now)).toMatchObject({ valid: false });
  });
});

describe('readEnvelope and prettyPrint', () => {
  it('handle a body that is not JSON', () => {
    expect(readEnvelope(Buffer.from('nonsense'))).toEqual({ mode: null, eventType: null });
    expect(readEnvelope(Buffer.from('null'))).toEqual({ mode: null, eventType: null });
    expect(prettyPrint(Buffer.from('nonsense'))).toBe('nonsense');
  });

  it('find mode and event type, and indent JSON', () => {
    expect(readEnvelope(body)).toEqual({ mode: 'test', eventType: 'order.completed' });
    const modes = ['prod', 'live'].map((mode) =>
      readEnvelope(Buffer.from(JSON.stringify({ mode }))),
    );
    expect(modes.map(({ mode }) => mode)).toEqual(['prod', null]);
    expect(prettyPrint(Buffer.from('{"a":1}'))).toBe('{\n  "a": 1\n}');
  });
});
