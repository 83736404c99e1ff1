import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { signHeaders } from '../../support/merchant.ts';

export const GRAPHQL = '/v1/graphql';
/** The attacker's address; the bystander has another, as if in another network. */
export const ATTACKER = '127.0.0.2';
export const BYSTANDER = '127.0.0.1';

/** The service under attack. */
export interface Target {
  readonly baseUrl: string;
  readonly pid: number;
  /** A merchant whose id is known to strangers. */
  readonly merchantId: string;
  readonly shop: AttackersShop;
}

/** What anyone can have: a free account with a test key, and a store full of maximum-size texts. */
export interface AttackersShop {
  readonly merchantId: string;
  /** The test key's private key, as PEM. */
  readonly privateKey: string;
  /** Name and value of the dashboard's session cookie. */
  readonly cookie: string;
  readonly storeId: string;
  readonly slug: string;
  /** All of the attacker's stores with products, with `slug`. */
  readonly slugs: readonly string[];
  /** Stores with subscriptions. */
  readonly clubIds: readonly string[];
  readonly productId: string;
  /** Path of a checkout page. */
  readonly checkoutPath: string;
  /** Path of a receipt as PDF, and the cookie of the buyer who may read it. */
  readonly receiptPath: string;
  readonly buyerCookie: string;
}

/** The result of one attempt. */
export interface Answered {
  /** 0: the connection was closed without an answer. */
  readonly status: number;
  /** Bytes of the body. */
  readonly bytes: number;
  /** From the request to the end of its answer. */
  readonly ms: number;
}

export interface Answer extends Answered {
  readonly cookie: string | null;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Calls an action from the address. */
export function call(
  target: Pick<Target, 'baseUrl'>,
  localAddress: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(target, localAddress, `/v1/actions/${path}`, body, headers);
}

const keys = new Map<string, KeyObject>();

function keyOf(pem: string): KeyObject {
  const key = keys.get(pem) ?? createPrivateKey(pem);
  keys.set(pem, key);
  return key;
}

/** Signs the request with the attacker's own key, and sends it. */
export function callSigned(
  target: Target,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { merchantId, privateKey } = target.shop;
  const signed = signHeaders(path, body, merchantId, keyOf(privateKey));
  return send(target, ATTACKER, path, body, { ...signed, ...headers });
}

/** POSTs a text as JSON, or sends a GET without one. */
export function send(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  localAddress: string,
  path: string,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const method = body === null ? 'GET' : 'POST';
  const options: RequestOptions = {
    ...{ agent, hostname, port, localAddress, method, path },
    headers: { ...(body === null ? {} : { 'content-type': 'application/json' }), ...headers },
  };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, text = '', bytes = 0, cookie: string | null = null) =>
      resolve({ status, cookie, text, bytes, ms: performance.now() - startedAt });
    const sent = request(options, (response) => {
      let text = '';
      let bytes = 0;
      response.on('data', (data: Buffer) => {
        text += data;
        bytes += data.length;
      });
      const cookie = response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? null;
      response.on('close', () => done(response.statusCode ?? 0, text, bytes, cookie));
    });
    sent.on('error', () => done(0));
    sent.end(body ?? undefined);
  });
}

/** A raw connection for the attacker. */
export function openSocket({ baseUrl }: Target): Socket {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
  return socket.on('error', () => {});
}

/** Resident megabytes of the process. */
export function residentMb({ pid }: Target): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
