import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { refusalOf } from '../../kit/outgoing-url.ts';
import { newSecretCode } from '../../kit/secret-code.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { outgoingRules, webhookUrl as webUrl } from './webhook.ts';
import { putWebsiteChallenge } from './website.queries.ts';
import { viewWebsite, websiteView } from './website.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingUrl: [400, 'Missing required field: url'],
  invalidUrl: [400, 'Invalid url'],
  insecureUrl: [400, 'Invalid url, must be https'],
  refusedAddress: [400, 'Invalid url, private and reserved addresses are not allowed'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
});

/**
 * Sets the store's website and returns what it must publish to be bound (docs/contract/stores.md).
 * The current website stays bound until the new one is verified.
 */
export const bindWebsite = action({
  path: 'store/bind-website',
  summary: 'Set the website of a store and get the proof to publish (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    url: webUrl(errors.missingUrl, errors.invalidUrl),
  }),
  output: z.object({ website: websiteView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId } = input;
    const url = new URL(input.url);
    const refusal = refusalOf(url, { ...outgoingRules(ports), trustedPrefix: null });
    if (refusal === 'insecure') throw errors.insecureUrl();
    if (refusal === 'address') throw errors.refusedAddress();
    await requireManager(tx, storeId, { caller, ports }, errors);
    url.hash = '';
    const named = { storeId, url: url.href, token: newSecretCode(), createdAt: now };
    const challenge = await putWebsiteChallenge(tx, named);
    return { data: { website: viewWebsite(storeId, challenge) } };
  },
});
