import { connect } from 'node:net';
import type { Reply } from './merchant.ts';

export interface RawRequest {
  readonly method?: string;
  /** The request target, sent verbatim. */
  readonly target: string;
  /** Header lines in order; a name may occur twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | string;
}

/** Sends a request with every byte chosen by the test, on a separate connection. */
export function sendRequest(baseUrl: string, request: RawRequest): Promise<Reply> {
  const body = Buffer.from(request.body ?? '');
  const lines = [
    `${request.method ?? 'POST'} ${request.target} HTTP/1.1`,
    `host: ${new URL(baseUrl).host}`,
    ...(request.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return sendBytes(baseUrl, Buffer.concat([head, body]));
}

/** Writes bytes to the service and reads its answer until the connection closes. */
export async function sendBytes(baseUrl: string, bytes: Buffer | string): Promise<Reply> {
  return parseAnswer(await exchange(baseUrl, bytes));
}

function exchange(baseUrl: string, bytes: Buffer | string): Promise<Buffer> {
  const { hostname, port } = new URL(baseUrl);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A service that refuses a body early closes the connection while we are still writing.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function parseAnswer(answer: Buffer): Reply {
  const split = answer.indexOf('\r\n\r\n');
  if (split < 0) throw new Error(`No HTTP answer: ${JSON.stringify(answer.toString('latin1'))}`);
  const [statusLine, ...lines] = answer.subarray(0, split).toString('latin1').split('\r\n');
  // An interim response: the final one follows.
  if (statusLine?.includes(' 100 ')) return parseAnswer(answer.subarray(split + 4));
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const text = answer.subarray(split + 4).toString('utf8');
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return {
    status: Number(statusLine?.split(' ')[1]),
    body: isJson && text !== '' ? JSON.parse(text) : null,
    text,
    headers,
  };
}
