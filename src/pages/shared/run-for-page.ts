import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Action } from '../../contract/action.ts';
import type { Caller } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type Incoming, readIncoming } from '../../gateway/incoming.ts';
import { readJson } from '../../gateway/read-json.ts';
import { runActionAs } from '../../gateway/run-action.ts';
import { send } from '../../gateway/server.ts';

/** The result of paying or changing a plan. */
export interface Paid {
  readonly orderId: string;
}

/** Runs an action as a page's visitor and returns the answer's data. Throws the action's errors. */
export async function runForPage<Data>(
  gateway: Gateway,
  incoming: Incoming,
  action: Action,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const now = gateway.clock.now();
  const answer = await runActionAs(gateway, action, caller, incoming, now, async () => body);
  return JSON.parse(answer.body).data;
}

/** Answers a page's script in the envelope, for its JSON body and the session in the URL. */
export async function answerScript(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  action: Action,
  caller: Caller,
  { sessionId }: { readonly sessionId: string },
): Promise<FastifyReply> {
  const incoming = readIncoming(request);
  const now = gateway.clock.now();
  const readBody = async () => ({
    ...(await readJson(incoming.body, incoming.address)),
    checkoutSessionId: sessionId,
  });
  return send(reply, await runActionAs(gateway, action, caller, incoming, now, readBody));
}
