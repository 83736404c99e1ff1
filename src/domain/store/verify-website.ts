import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { bindWebsite } from './binding.queries.ts';
import { storeView, viewStore } from './store.ts';
import { findWebsiteChallenge, markWebsiteVerified } from './website.queries.ts';
import { viewWebsite, websiteView } from './website.ts';

/** Checks per minute and store, since each queries name servers and the site. */
const CHECKS_A_MINUTE = 10;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notNamed: [400, 'Store has no website to verify'],
  notShown: [400, 'Neither the DNS record nor the file was found on the website'],
});

/**
 * Looks for the proof on the website and binds it (docs/contract/stores.md). Can be repeated at any
 * time: a failed check changes nothing, and a bound website stays bound until it is revoked.
 */
export const verifyWebsite = action({
  path: 'store/verify-website',
  summary: 'Check the proof on the website and bind it (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
  }),
  output: z.object({ store: storeView, website: websiteView }),
  attempts: [{ limit: CHECKS_A_MINUTE, by: ({ storeId }) => storeId }],
  prepare: async ({ input, caller, ports, transact }) => {
    const challenge = await transact(async (tx) => {
      await requireManager(tx, input.storeId, { caller, ports }, errors);
      return (await findWebsiteChallenge(tx, input.storeId))[0];
    });
    if (!challenge) throw errors.notNamed();
    const isShown = await ports.websiteProof.isShown(new URL(challenge.url), challenge.token);
    if (!isShown) throw errors.notShown();
    return challenge;
  },
  handle: async ({ input, caller, tx, now, prepared, ports }) => {
    const { storeId } = input;
    await requireManager(tx, storeId, { caller, ports }, errors);
    const [verified] = await markWebsiteVerified(tx, storeId, prepared.token, now);
    if (!verified) throw errors.notNamed();
    const [store] = await bindWebsite(tx, storeId, verified.url, now);
    if (!store) throw errors.storeNotFound();
    return { data: { store: viewStore(store), website: viewWebsite(storeId, verified) } };
  },
});
