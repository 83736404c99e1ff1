import type { HttpConnection } from '../http-connection.ts';

/** The calls compared with other commerce platforms. */
export const COMMERCE_CALLS = ['create', 'list', 'order'] as const;
export type CommerceCall = (typeof COMMERCE_CALLS)[number];

/** How a platform performs the call, over its own connection; the number is unique to the call. */
export type Calls<Shop> = Readonly<
  Record<CommerceCall, (to: HttpConnection, shop: Shop, number: number) => Promise<void>>
>;

/** Products per list. */
export const LISTED = 50;

interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface JsonAnswer {
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of three platforms, each of its own shape
  readonly data: any;
}

/** One call; throws if it was refused. */
export async function askJson(
  to: HttpConnection,
  path: string,
  { method = 'POST', headers = {}, body }: Asking,
): Promise<JsonAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
      : []),
    '',
    text,
  ];
  const answer = await to.ask(lines.join('\r\n'));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return { head: answer.head, data: JSON.parse(answer.body) };
}
