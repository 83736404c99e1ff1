import type { HttpConnection } from './http-connection.ts';
import type { SellingShop } from './sell-load.ts';

/** The steps of a sale, over a connection that sends one request after the other. */
export interface Seller {
  createSession(connection: HttpConnection): Promise<string>;
  /** What a merchant's server does before a buyer pays: returns the payment request. */
  prepare(connection: HttpConnection): Promise<Buffer>;
  /** Pays; returns the milliseconds it took. */
  pay(connection: HttpConnection, request: Buffer): Promise<number>;
}

export function createSeller(shop: SellingShop): Seller {
  const sessions = fromBase64(shop.sessionRequests);
  const tokens = fromBase64(shop.tokenRequests);
  let next = 0;
  const take = (requests: readonly Buffer[]) => {
    next += 1;
    return requests[next % requests.length] as Buffer;
  };
  const createSession = async (connection: HttpConnection) =>
    (await call(connection, take(sessions))).sessionId as string;
  return {
    createSession,
    prepare: async (connection) => {
      const checkoutSessionId = await createSession(connection);
      const { token } = await call(connection, take(tokens));
      const body = JSON.stringify({ ...shop.payment, checkoutSessionId });
      const head = [
        'POST /v1/actions/onetime-order/create-order HTTP/1.1',
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Authorization: Bearer ${token}`,
        'X-Environment: test',
      ];
      return Buffer.from([...head, '', body].join('\r\n'));
    },
    pay: async (connection, request) => {
      const sentAt = performance.now();
      const { status } = await call(connection, request);
      if (status !== 'completed') throw new Error(`The order is ${status}`);
      return performance.now() - sentAt;
    },
  };
}

/** Requests signed in another process. */
export function fromBase64(requests: readonly string[]): readonly Buffer[] {
  return requests.map((request) => Buffer.from(request, 'base64'));
}

/** The answer's data. Throws if the call was refused. */
async function call(connection: HttpConnection, request: Buffer): Promise<Record<string, string>> {
  const { status, body } = await connection.ask(request);
  if (status !== 200) throw new Error(`Answered ${status}: ${body}`);
  return JSON.parse(body).data;
}
