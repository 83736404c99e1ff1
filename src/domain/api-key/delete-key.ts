import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { lockOwnAccount } from '../merchant/own-account.ts';
import { deleteApiKey } from './api-key.queries.ts';
import { apiKeyView, viewApiKey } from './api-key.ts';

const errors = errorTable('user', {
  missingId: [400, 'Missing required field: id'],
  notFound: [404, 'API key not found'],
});

/**
 * Deletes an API key. Its signatures are refused as soon as this call returns
 * (docs/contract/authentication.md#api-keys).
 */
export const deleteKey = action({
  path: 'api-key/delete-key',
  summary: 'Delete an API key immediately and permanently',
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ apiKey: apiKeyView }),
  handle: async ({ input, caller, tx, now }) => {
    await lockOwnAccount(tx, caller);
    if (!isUuid(input.id)) throw errors.notFound();
    const [key] = await deleteApiKey(tx, caller.merchantId, input.id, now);
    if (!key) throw errors.notFound();
    return { data: { apiKey: viewApiKey(key) }, audit: { environment: key.environment } };
  },
});
