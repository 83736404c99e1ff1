import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { OPEN } from './allowances.ts';
import { DECLINED_CARD, paymentWith, sessionFor, takeToken } from './paying.ts';
import {
  type Answered,
  ATTACKER,
  call,
  callSigned,
  GRAPHQL,
  openSocket,
  send,
  type Target,
} from './target.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** One attacker who tries to deny others the service, until the signal. */
export interface Scenario {
  readonly name: string;
  attack(target: Target, signal: AbortSignal): Promise<Answered[]>;
}

/** Calls as fast as answers arrive, with the given concurrency. */
async function flood(
  signal: AbortSignal,
  atOnce: number,
  send: (count: number) => Promise<Answered>,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  let count = 0;
  const repeat = async () => {
    while (!signal.aborted) {
      const { status, bytes, ms } = await send(count++);
      answers.push({ status, bytes, ms });
      if (status === 0) await pause(50);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return answers;
}

/** Opens connections and keeps them open until the signal; returns which are still open. */
async function hold(target: Target, signal: AbortSignal, count: number, bytes: Buffer | string) {
  const sockets = Array.from({ length: count }, () => openSocket(target).pause());
  for (const socket of sockets) socket.write(bytes);
  while (!signal.aborted) await pause(100);
  // Only a connection that is read notices that it was closed.
  for (const socket of sockets) socket.resume();
  await untilQuiet(sockets);
  const answers = sockets.map(({ readyState }) => ({
    ...{ status: readyState === 'open' ? OPEN : 0, bytes: 0, ms: 0 },
  }));
  for (const socket of sockets) socket.destroy();
  return answers;
}

/** Waits until nothing more arrives: a closed connection may still hold megabytes. */
async function untilQuiet(sockets: readonly Socket[]): Promise<void> {
  const arrived = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let before: number;
  do {
    before = arrived();
    await pause(500);
  } while (arrived() > before);
}

const HEAD =
  'POST /v1/actions/merchant/log-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
const seconds = () => String(Math.floor(Date.now() / 1000));

/** Four times a store's maximum text, in names that no cache has seen. */
function giantQuery(count: number, fields: string): string {
  const lists = [1, 2, 3, 4].map((n) => `a${count}_${n}: onetimeProducts(limit: 40) { ${fields} }`);
  return JSON.stringify({ query: `{ ${lists.join(' ')} }` });
}

/** Asks as a visitor of the attacker's store. */
function visit(target: Target, query: string): Promise<Answered> {
  const visitor = { 'x-store-slug': target.shop.slug, 'x-environment': 'test' };
  return send(target, ATTACKER, GRAPHQL, JSON.stringify({ query }), visitor);
}

const repeated = (times: number, name: string, what: string) =>
  Array.from({ length: times }, (_, nth) => `${name}${nth}: ${what}`).join(' ');

/** Half a kilobyte that asks for hundreds of thousands of fields of the schema. */
function introspection(count: number): string {
  return `#${count}
    { ${repeated(6, 'a', '__type(name: "Query") { ...T }')} }
    fragment T on __Type { ${repeated(6, 'b', 'fields { ...F }')} }
    fragment F on __Field { type { ofType { ofType { ofType { ...U } } } } }
    fragment U on __Type { ${repeated(6, 'c', 'fields { name }')} }`;
}

/** A kilobyte that compiles to thousands of selections, each of one object. */
function multiplied(count: number): string {
  return `{ ${repeated(9, `a${count}_`, 'onetimeProducts(limit: 1) { ...A }')} }
    fragment A on OnetimeProduct { ${repeated(9, 'b', 'store { ...B }')} }
    fragment B on Store { ${repeated(9, 'c', 'onetimeProducts(limit: 1) { ...C }')} }
    fragment C on OnetimeProduct { ${repeated(9, 'd', 'store { name }')} }`;
}

/** A key that OpenSSL accepts and that is slow to verify with, because of its long exponent. */
function keyOfHugeExponent(): string {
  const { n } = generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey.export({
    format: 'jwk',
  });
  const exponent = randomBytes(511);
  exponent[510] = 1;
  const key = { kty: 'RSA', n, e: exponent.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
}

/** Letters of several scripts, each normalized separately before words are looked up. */
const WORST_PROMPT = 'ѕсһооl сһildrеn рlаy ｉｎ ｔｈｅ ｐａｒｋ '.repeat(300).slice(0, 10_000);

/** A percent sign and digits of no character, which take long to decode. */
const BROKEN = '&a=%e2';

/** Opens a session in the attacker's own store, and pays it as a visitor. */
async function tryCard(target: Target): Promise<Answered> {
  const path = '/v1/actions/checkout/create-session';
  const opened = await callSigned(target, path, sessionFor(target.shop));
  if (opened.status !== 200) return opened;
  const { checkoutUrl } = JSON.parse(opened.text).data;
  const tokenized = await takeToken(target, DECLINED_CARD);
  if (tokenized.status !== 200) return tokenized;
  const body = JSON.stringify(paymentWith(JSON.parse(tokenized.text).data.token));
  return send(target, ATTACKER, `${new URL(checkoutUrl).pathname}/pay`, body);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'names of a megabyte that a rate limit is keyed by',
    attack: (target, signal) =>
      flood(signal, 4, (count) => {
        const email = `${count}-${Date.now()}-я${'a'.repeat(900_000)}`;
        const path = 'merchant/request-password-reset';
        return call(target, ATTACKER, path, JSON.stringify({ email }));
      }),
  },
  {
    name: 'bodies of a megabyte of tiny values',
    attack: (target, signal) => {
      const known = '"email":"somebody@x.example","password":"wrong password"';
      const body = `{${known},"x":[${'1,'.repeat(500_000)}1]}`;
      return flood(signal, 4, () => call(target, ATTACKER, 'merchant/log-in', body));
    },
  },
  {
    name: "wrong signatures under a merchant's ID",
    attack: (target, signal) =>
      flood(signal, 20, () =>
        call(target, ATTACKER, 'store/create-store', '{}', {
          'x-merchant-id': target.merchantId,
          'x-timestamp': seconds(),
          'x-signature': Buffer.alloc(256, 1).toString('base64'),
        }),
      ),
  },
  {
    name: 'logins of made-up accounts',
    attack: (target, signal) =>
      flood(signal, 20, (count) => {
        const body = JSON.stringify({ email: `${count}@x.example`, password: 'wrong password' });
        return call(target, ATTACKER, 'merchant/log-in', body);
      }),
  },
  {
    name: '2,000 connections whose headers never end',
    attack: (target, signal) => hold(target, signal, 2_000, `${HEAD}\r\nx-slow: `),
  },
  {
    name: 'bodies of a megabyte that never end',
    attack: (target, signal) => {
      const head = `${HEAD}\r\ncontent-length: 1048576\r\n\r\n`;
      return hold(target, signal, 200, Buffer.concat([Buffer.from(head), Buffer.alloc(500_000)]));
    },
  },
  {
    name: 'answers that are never read',
    attack: (target, signal) => {
      const asked = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50);
      return hold(target, signal, 200, asked);
    },
  },
  {
    name: 'queries for megabytes, with a key',
    attack: (target, signal) =>
      flood(signal, 16, (count) =>
        callSigned(target, GRAPHQL, giantQuery(count, 'id description metadata')),
      ),
  },
  {
    name: 'queries for megabytes, by a visitor',
    attack: (target, signal) =>
      flood(signal, 16, (count) =>
        send(target, ATTACKER, GRAPHQL, giantQuery(count, 'id description'), {
          'x-store-slug': target.shop.slug,
          'x-environment': 'test',
        }),
      ),
  },
  {
    name: 'queries for megabytes, by a visitor to several stores',
    attack: ({ shop, ...target }, signal) =>
      flood(signal, 16, (count) =>
        send(target, ATTACKER, GRAPHQL, giantQuery(count, 'id description'), {
          'x-store-slug': shop.slugs[count % shop.slugs.length] ?? shop.slug,
          'x-environment': 'test',
        }),
      ),
  },
  {
    name: 'queries of a megabyte, all different',
    attack: (target, signal) =>
      flood(signal, 8, (count) => {
        const query = `#${count}${'x'.repeat(900_000)}\n{ onetimeProducts(limit: 1) { id } }`;
        return visit(target, query);
      }),
  },
  {
    name: 'small queries, all different, with a key',
    attack: (target, signal) =>
      flood(signal, 16, (count) => {
        const query = `{ a${count}: onetimeProducts(limit: 1) { id name description status } }`;
        return callSigned(target, GRAPHQL, JSON.stringify({ query }));
      }),
  },
  {
    name: 'introspection that aliases and fragments repeat',
    attack: (target, signal) => flood(signal, 8, (count) => visit(target, introspection(count))),
  },
  {
    name: 'fragments that multiply a small query',
    attack: (target, signal) => flood(signal, 8, (count) => visit(target, multiplied(count))),
  },
  {
    name: "all of a store's data, repeatedly, as an export reads it",
    attack: (target, signal) => {
      const fields = 'id name description metadata createdAt';
      const query = `{ onetimeProducts(limit: 100) { ${fields} } onetimeProductsCount }`;
      const headers = { cookie: target.shop.cookie, 'x-environment': 'test' };
      const body = JSON.stringify({ query });
      return flood(signal, 16, () => send(target, ATTACKER, GRAPHQL, body, headers));
    },
  },
  {
    name: 'keys with an exponent of 4,088 bits',
    attack: (target, signal) => {
      const publicKey = keyOfHugeExponent();
      const body = JSON.stringify({ environment: 'test', nickname: 'slow', publicKey });
      const { cookie } = target.shop;
      return flood(signal, 8, () => call(target, ATTACKER, 'api-key/create-key', body, { cookie }));
    },
  },
  {
    name: 'prompts that take longest to check',
    attack: (target, signal) =>
      flood(signal, 16, (count) => {
        const body = JSON.stringify({ prompt: `${count} ${WORST_PROMPT}`.slice(0, 10_000) });
        return callSigned(target, '/v1/actions/verification/scan-prompt', body);
      }),
  },
  {
    name: 'large stored answers, requested again',
    attack: (target, signal) => {
      const path = '/v1/actions/onetime-product/update-product';
      const body = JSON.stringify({ id: target.shop.productId, description: 'я'.repeat(10_000) });
      const headers = { 'x-idempotency-key': 'the-one-answer' };
      return flood(signal, 16, () => callSigned(target, path, body, headers));
    },
  },
  {
    name: 'a checkout page, requested as often as possible',
    attack: (target, signal) =>
      flood(signal, 20, () => send(target, ATTACKER, target.shop.checkoutPath, null)),
  },
  {
    name: 'forms of a megabyte of broken characters',
    attack: (target, signal) => {
      const { slug, productId } = target.shop;
      const path = `/store/${slug}/product/${productId}/buy?environment=test`;
      const form = `currency=USD${BROKEN.repeat(170_000)}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return flood(signal, 2, () => send(target, ATTACKER, path, form, headers));
    },
  },
  {
    name: 'query strings of thousands of broken characters',
    attack: (target, signal) => {
      const path = `/store/${target.shop.slug}/portal?environment=test${BROKEN.repeat(2_500)}`;
      return flood(signal, 20, () => send(target, ATTACKER, path, null));
    },
  },
  {
    name: 'a description of thousands of brackets, read as often as possible',
    attack: async (target, signal) => {
      const { slug, productId } = target.shop;
      const body = JSON.stringify({ id: productId, description: '!['.repeat(4_990) });
      await callSigned(target, '/v1/actions/onetime-product/update-product', body);
      const path = `/store/${slug}/product/${productId}?environment=test`;
      return flood(signal, 20, () => send(target, ATTACKER, path, null));
    },
  },
  {
    name: 'declined cards, each on a session of its own',
    attack: (target, signal) => flood(signal, 8, () => tryCard(target)),
  },
  {
    name: 'exports of a list',
    attack: (target, signal) => {
      const { cookie, storeId } = target.shop;
      const body = JSON.stringify({ list: 'onetimeProducts', storeId, format: 'jsonl' });
      const headers = { cookie, 'x-environment': 'test' };
      return flood(signal, 8, () => send(target, ATTACKER, '/v1/export', body, headers));
    },
  },
  {
    name: 'receipts as PDF',
    attack: (target, signal) => {
      const { buyerCookie: cookie, receiptPath } = target.shop;
      return flood(signal, 8, () => send(target, ATTACKER, receiptPath, null, { cookie }));
    },
  },
  {
    name: 'test clocks of several stores, moved a year at a time',
    attack: (target, signal) => {
      const { clubIds } = target.shop;
      const startedAt = Date.now();
      return flood(signal, clubIds.length, (count) => {
        const round = 1 + Math.floor(count / clubIds.length);
        const to = new Date(startedAt + round * 52 * WEEK_MS).toISOString();
        const body = JSON.stringify({ storeId: clubIds[count % clubIds.length], to });
        return callSigned(target, '/v1/actions/test-clock/advance-clock', body);
      });
    },
  },
  {
    name: 'live streams of one account',
    attack: (target, signal) => {
      const { cookie, storeId } = target.shop;
      const body = JSON.stringify({ storeId });
      // A refused stream's connection is closed.
      const head = `POST /v1/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: ${cookie}\r\nx-environment: test`;
      const length = `content-type: application/json\r\ncontent-length: ${body.length}`;
      return hold(target, signal, 200, `${head}\r\n${length}\r\n\r\n${body}`);
    },
  },
];
