import type { Environment } from '../../contract/caller.ts';
import { codeContext } from '../../events/queue-mail.ts';
import { webhookKeyContext } from '../../events/webhook-key-pair.ts';
import { detailsContext } from '../kyb-ticket/kyb-details.ts';
import { totpContext } from '../merchant/second-factor.ts';
import { secretContext, urlContext } from '../store/webhook.ts';

/** A column of sealed secrets. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** Whether its rows belong to stores. */
  readonly isOfStores?: true;
  /** Whether its secrets are codes that expire within minutes. */
  readonly isOfMinutes?: true;
  /** A unique expression; rows are processed in its order. */
  readonly key: string;
  /** The column that the sealing context is derived from, and how. */
  readonly bound: string;
  readonly context: (bound: string) => string;
}

/** Every column sealed with `SECRET_KEY`. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  {
    ...{ table: 'webhook_key', column: 'sealed_private_key', bound: 'environment' },
    key: `(environment || '/' || generation)`,
    context: (bound) => webhookKeyContext(bound as Environment),
  },
  {
    ...{ table: 'webhook', column: 'sealed_url', key: 'id', bound: 'id', isOfStores: true },
    context: urlContext,
  },
  {
    ...{ table: 'webhook', column: 'sealed_secret', key: 'id', bound: 'id', isOfStores: true },
    context: secretContext,
  },
  {
    ...{ table: 'kyb_ticket', column: 'sealed_details', key: 'id', bound: 'id', isOfStores: true },
    context: detailsContext,
  },
  {
    ...{
      table: 'email_delivery',
      column: 'sealed_code',
      key: 'id',
      bound: 'occurrence',
      isOfStores: true,
      isOfMinutes: true,
    },
    context: codeContext,
  },
  {
    ...{
      table: 'second_factor',
      column: 'sealed_secret',
      key: 'merchant_id',
      bound: 'merchant_id',
    },
    context: totpContext,
  },
];
