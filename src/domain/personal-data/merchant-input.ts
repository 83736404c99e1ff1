import { z } from 'zod';
import { knownEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';

export const merchantErrors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  notFound: [404, 'Merchant not found'],
  ownsStore: [400, (id) => `Merchant owns a store: ${id}; delete it first`],
});

export const merchantInput = z.object({
  email: knownEmail(merchantErrors.missingEmail, merchantErrors.notFound),
});
