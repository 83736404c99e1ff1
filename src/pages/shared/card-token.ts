import { createSandboxToken } from '../../domain/checkout/create-sandbox-token.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Incoming } from '../../gateway/incoming.ts';
import { cardInput, type TypedCard } from './pay-fields.ts';
import { runForPage } from './run-for-page.ts';

interface Made {
  readonly token: string;
}

/** A sandbox payment token for a card from a plain form. */
export async function tokenOf(
  gateway: Gateway,
  incoming: Incoming,
  card: TypedCard,
): Promise<string> {
  const nobody = { kind: 'anonymous' } as const;
  const made = runForPage<Made>(gateway, incoming, createSandboxToken, nobody, cardInput(card));
  return (await made).token;
}
