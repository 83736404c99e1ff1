import { z } from 'zod';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';

export const merchantErrors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  notFound: [404, 'Merchant not found'],
  ownsStore: [400, (id) => `Merchant owns a store: ${id}; delete it first`],
});

export const merchantInput = z.object({
  email: requiredText(merchantErrors.missingEmail).transform((text) => text.trim().toLowerCase()),
});
