import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { type Admitted, admit, type Door, readCall } from '../gateway/admit.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Incoming } from '../gateway/incoming.ts';

/** Reads, authenticates, rate-limits and admits a call of a read endpoint. Throws its refusal. */
export async function admitCall<Allowed extends Caller>(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  target: string,
  door: Door<Allowed>,
): Promise<Admitted<Allowed> & { readonly incoming: Incoming }> {
  const incoming = readCall(request, reply, target);
  const now = gateway.clock.now();
  const authenticated = await gateway.authenticator.authenticate(incoming, now);
  return { incoming, ...admit(gateway, authenticated, door, incoming, now) };
}
