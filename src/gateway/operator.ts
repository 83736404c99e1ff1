import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '../contract/action.ts';
import { isOperatorCall } from '../kit/operator-token.ts';
import { gatewayErrors } from './errors.ts';
import { readIncoming } from './incoming.ts';
import { readJsonObject } from './read-json.ts';
import { at } from './route-list.ts';
import { execute, type Gateway } from './run-action.ts';

const PREFIX = '/operator/';
const BEARER = /^Bearer ([\w.-]+)$/;

/**
 * The operator's actions, for the command line on the machine itself: the caller must connect from
 * it, not through a proxy, and hold the service's secret key. To anybody else there is nothing here.
 */
export function serveOperator(
  http: FastifyInstance,
  gateway: Gateway,
  actions: readonly Action[],
  secretKey: string,
): void {
  for (const action of actions) {
    const path = `${PREFIX}${action.path}`;
    http.post(path, at(`domain/${action.path}.ts`, 'operator'), async (request, reply) => {
      const now = gateway.clock.now();
      const body = await admitOperator(secretKey, request, path, now);
      const caller = { kind: 'operator' } as const;
      const call = { caller, address: request.ip, body: readJsonObject(body) };
      const outgoing = await execute(gateway, action, call, now, null);
      return reply
        .status(outgoing.status)
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(outgoing.body);
    });
  }
}

/** The body of a call of the operator's command line. Throws 404 when it is anybody else's. */
export async function admitOperator(
  secretKey: string,
  request: FastifyRequest,
  path: string,
  now: Date,
): Promise<Buffer> {
  const { body } = readIncoming(request);
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (!token || !isFromHere(request)) throw gatewayErrors.notFound();
  if (await isOperatorCall(secretKey, token, { path, body }, now)) return body;
  throw gatewayErrors.notFound();
}

/** The connection's other end is this machine, and no proxy says that it stands for somebody else. */
function isFromHere({ headers, raw }: FastifyRequest): boolean {
  const { remoteAddress, localAddress } = raw.socket;
  const isProxied = 'x-forwarded-for' in headers || 'forwarded' in headers;
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress ?? '');
  return !isProxied && (isLoopback || remoteAddress === localAddress);
}
