import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorTable } from '../contract/errors.ts';
import type { PaymentProvider } from '../contract/payment-provider.ts';
import { takeDispute } from '../domain/dispute/take-dispute.ts';
import { takeFraudWarnings } from '../domain/fraud-warning/take-fraud-warnings.ts';
import { takeCallback } from '../domain/refund/take-callback.ts';
import { takeCardUpdate } from '../domain/subscription/take-card-update.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { at } from '../gateway/route-list.ts';
import { send } from '../gateway/server.ts';
import type { Id } from '../kit/id.ts';

const errors = errorTable('order', { invalidSignature: [400, 'Invalid callback signature'] });

/** `POST /callbacks/{provider}`: signed callbacks from payment providers. */
export function serveCallbacks(http: FastifyInstance, gateway: Gateway): void {
  http.post(
    '/callbacks/:provider',
    at('providers/serve-callbacks.ts', 'the provider’s signature'),
    async (request: CallbackRequest, reply) => {
      const provider = findProvider(gateway, request.params.provider);
      if (!provider) throw gatewayErrors.notFound();
      const { body, headers } = readIncoming(request);
      const now = gateway.clock.now();
      const subject = await provider.readCallback({ body, headers, now });
      if (!subject) throw errors.invalidSignature();
      // An error here is a 500, so the provider retries its callback.
      const { database, ports, clock } = gateway;
      const context = { database, ports, provider, currentTime: () => clock.now() };
      if (subject.kind === 'dispute') {
        await takeDispute(context, subject.paymentId as Id<'PAY'>);
      } else if (subject.kind === 'fraud_warning') {
        await takeFraudWarnings(context, subject.paymentId as Id<'PAY'>);
      } else if (subject.kind === 'saved_method') {
        await takeCardUpdate(context, subject);
      } else {
        await takeCallback(context, subject);
      }
      return send(reply, { status: 200, body: RECEIVED, headers: {} });
    },
  );
}

const RECEIVED = JSON.stringify({ data: { received: true } });

type CallbackRequest = FastifyRequest<{ Params: { readonly provider: string } }>;

function findProvider({ ports }: Gateway, name: string): PaymentProvider | undefined {
  const { test, prod } = ports.paymentProviders;
  return [test, prod].find((provider) => provider?.name === name) ?? undefined;
}
