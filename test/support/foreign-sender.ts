import { createHash } from 'node:crypto';
import { type Environment, post, type Reply, signHeaders, type TestMerchant } from './merchant.ts';
import { misfits, type Shape } from './shapes.ts';
import type { TestApp } from './test-app.ts';

/** Sends signed requests the way a client in another language does. */
export interface ForeignSender {
  /** Runs an action; returns the data. Throws if it was refused or doesn't match the shape. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
  act(path: string, body: object, shape: Shape): Promise<any>;
  /** Posts a body to a path; returns the response. */
  send(target: string, body: object): Promise<Reply>;
}

export interface Manner {
  /** How the language serializes JSON. */
  readonly write?: (body: object) => string;
  /** The idempotency key of a request, if the client sends one. */
  readonly key?: (target: string, text: string) => string | undefined;
  readonly environment?: Environment;
}

export function createSender(
  test: TestApp,
  { shortId, keys }: TestMerchant,
  { write = JSON.stringify, key, environment = 'test' }: Manner = {},
): ForeignSender {
  const send = (target: string, body: object) => {
    const text = write(body);
    const { privateKey } = keys[environment];
    const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
    const idempotencyKey = key?.(target, text);
    const headers = {
      ...signHeaders(target, text, shortId, privateKey, timestamp),
      ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
    };
    return post(test.baseUrl, target, text, headers);
  };
  return {
    send,
    act: async (path, body, shape) => {
      const reply = await send(`/v1/actions/${path}`, body);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
      const found = misfits(shape, reply.body.data);
      if (found.length > 0) throw new Error(`${path} answered ${found.join(', ')}`);
      return reply.body.data;
    },
  };
}

/** Signs like the Go client: its JSON escapes, and a key that hashes merchant, path and body. */
export function createGoSender(
  test: TestApp,
  merchant: TestMerchant,
  environment: Environment = 'test',
): ForeignSender {
  return createSender(test, merchant, {
    environment,
    write: (body) => JSON.stringify(body).replaceAll(/[<>&]/g, escaped),
    key: (target, text) =>
      target.startsWith('/v1/actions/')
        ? createHash('sha256').update(`${merchant.shortId}:${target}:${text}`).digest('hex')
        : undefined,
  });
}

/** Serializes JSON as PHP does: slashes and all non-ASCII characters are escaped. */
export function writeAsPhp(body: object): string {
  return JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replaceAll(/[^\0-\x7f]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
