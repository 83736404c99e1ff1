import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '../contract/action.ts';
import { isOperatorCall } from '../kit/operator-token.ts';
import { admit } from './admit.ts';
import { gatewayErrors } from './errors.ts';
import { execute } from './execute.ts';
import type { Gateway } from './gateway.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { readJson } from './read-json.ts';
import { at } from './route-list.ts';
import { doorOf } from './run-action.ts';

const PREFIX = '/operator/';
const OPERATOR = { kind: 'operator' } as const;
const BEARER = /^Bearer ([\w.-]+)$/;

/**
 * The operator's actions, for the command line on the same machine: the caller must connect from
 * it, not through a proxy, and have the service's secret key. Any other caller gets 404.
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
      const incoming = await authenticateOperator(secretKey, request, path, now);
      const { caller } = admit(gateway, OPERATOR, doorOf(action), incoming, now);
      const body = await readJson(incoming.body, incoming.address);
      const call = { caller, address: incoming.address, body };
      const outgoing = await execute(gateway, action, call, now, null);
      return reply
        .status(outgoing.status)
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(outgoing.body);
    });
  }
}

/** Authenticates the operator's command line. Throws 404 for any other caller. */
export async function authenticateOperator(
  secretKey: string,
  request: FastifyRequest,
  path: string,
  now: Date,
): Promise<Incoming> {
  const incoming = readIncoming(request);
  const { body } = incoming;
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (!token || !isFromHere(request)) throw gatewayErrors.notFound();
  if (await isOperatorCall(secretKey, token, { path, body }, now)) return incoming;
  throw gatewayErrors.notFound();
}

/** Whether the peer is this machine and isn't a proxy. */
function isFromHere({ headers, raw }: FastifyRequest): boolean {
  const { remoteAddress, localAddress } = raw.socket;
  const isProxied = 'x-forwarded-for' in headers || 'forwarded' in headers;
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress ?? '');
  return !isProxied && (isLoopback || remoteAddress === localAddress);
}
