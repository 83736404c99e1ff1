import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { nameText, requiredId, requiredText } from '../../contract/input.ts';
import { violatesUnique } from '../../database/constraint.ts';
import { encodeId, newId } from '../../kit/id.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import { isCountryCode } from '../checkout/countries.ts';
import { refuseTestKey } from '../store/test-key.ts';
import { approveTicket } from './decide-ticket.ts';
import { detailsContext, kybDetails } from './kyb-details.ts';
import { insertKybTicket, ONE_OPEN_TICKET, shareStoreRole } from './kyb-ticket.queries.ts';

/** Maximum code points of a business's name. */
const MAX_LEGAL_NAME_LENGTH = 200;
/** Maximum characters of a website's URL. */
const MAX_URL_LENGTH = 2_048;

const errors = errorTable('ticket', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingLegalName: [400, 'Missing required field: legalName'],
  longLegalName: [400, `legalName must not exceed ${MAX_LEGAL_NAME_LENGTH} characters`],
  missingCountry: [400, 'Missing required field: country'],
  invalidCountry: [400, 'Invalid country, must be an ISO 3166-1 alpha-2 code'],
  invalidWebsite: [400, 'Invalid website, must be an http or https URL'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found', 'store'],
  alreadyOpen: [400, 'Store already has an open KYB ticket'],
});

const input = z.object({
  storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
  legalName: nameText(MAX_LEGAL_NAME_LENGTH, {
    missing: errors.missingLegalName,
    blank: errors.missingLegalName,
    tooLong: errors.longLegalName,
  }),
  country: requiredText(errors.missingCountry).refine(isCountryCode, {
    error: errors.invalidCountry.code,
  }),
  website: z
    .string({ error: errors.invalidWebsite.code })
    .trim()
    .refine((text) => text === '' || parseHttpUrl(text, MAX_URL_LENGTH) !== null, {
      error: errors.invalidWebsite.code,
    })
    .nullish()
    .transform((text) => text || null),
  ...kybDetails,
});

/** Asks the operator to enable a store for production (docs/contract/kyb.md). */
export const submitTicket = action({
  path: 'kyb-ticket/submit-ticket',
  summary: 'Ask for the store to be enabled for production (owner only)',
  auth: MERCHANT,
  environment: 'none',
  stepUp: 'always',
  errors,
  input,
  output: z.object({
    ticket: z.object({
      id: z.string(),
      status: z.enum(['pending', 'processing', 'succeeded', 'rejected']),
    }),
  }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, legalName, country, website, ...details } = input;
    const [member] = await shareStoreRole(tx, storeId, caller.merchantId);
    if (!member) throw errors.storeNotFound();
    if (member.role !== 'owner') throw errors.forbidden();
    await refuseTestKey(tx, { caller, ports }, storeId);
    const id = newId('TKT', now);
    const sealedDetails = ports.secrets.seal(JSON.stringify(details), detailsContext(id));
    await insertKybTicket(tx, {
      ...{ id, storeId, merchantId: caller.merchantId, legalName, country, website },
      ...{ sealedDetails, createdAt: now },
    }).catch((error: unknown) => {
      throw violatesUnique(error, ONE_OPEN_TICKET) ? errors.alreadyOpen() : error;
    });
    const isApproved = ports.settings.kybAutoApprove;
    if (isApproved) await approveTicket(tx, { id, storeId }, now);
    const status = isApproved ? ('succeeded' as const) : ('pending' as const);
    return {
      data: { ticket: { id: encodeId('TKT', id), status } },
      audit: { storeId, subjectType: 'kyb-ticket' },
    };
  },
});
