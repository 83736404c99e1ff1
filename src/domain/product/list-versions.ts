import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { priceView, viewPrices } from './prices.ts';
import {
  type Actor,
  findReadableProduct,
  listVersions as readVersions,
  type VersionRow,
} from './version-history.queries.ts';

/** Versions per page. */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const VERSION_NUMBER = /^[1-9]\d{0,8}$/;

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('PROD')],
  invalidLimit: [400, `Invalid limit, must be an integer from 1 to ${MAX_LIMIT}`],
  invalidCursor: [400, 'Invalid cursor'],
  notFound: [404, 'Product not found'],
});

const actorView = z
  .object({
    merchantId: z.string(),
    email: z.string(),
    credential: z.enum(['apiKey', 'dashboard']),
  })
  .nullable();

const versionView = z.object({
  id: z.string(),
  versionNumber: z.number(),
  name: z.string(),
  prices: z.record(z.string(), priceView),
  /** Whether the environment shows this version now. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
  createdBy: actorView,
  publishedAt: z.string().nullable(),
  publishedBy: actorView,
});

/**
 * Lists the versions of a product that the credential's environment has shown, newest first, with
 * who created and who published them. Members may call it. `nextCursor` is null on the last page.
 */
export const listVersions = action({
  path: 'product/list-versions',
  summary: 'List the versions of a product with who made and who published them',
  auth: MERCHANT,
  environment: 'credential',
  replayable: false,
  audited: false,
  errors,
  input: z.object({
    id: requiredId('PROD', errors.missingId, errors.malformedId),
    limit: z
      .int({ error: errors.invalidLimit.code })
      .min(1, errors.invalidLimit.code)
      .max(MAX_LIMIT, errors.invalidLimit.code)
      .nullish(),
    cursor: z
      .string({ error: errors.invalidCursor.code })
      .regex(VERSION_NUMBER, { error: errors.invalidCursor.code })
      .nullish(),
  }),
  output: z.object({ versions: z.array(versionView), nextCursor: z.string().nullable() }),
  handle: async ({ input, caller, tx }) => {
    const limit = input.limit ?? DEFAULT_LIMIT;
    const before = input.cursor ? Number(input.cursor) : undefined;
    const [product] = await findReadableProduct(tx, input.id, caller);
    if (!product) throw errors.notFound();
    // One row more than requested shows whether another page follows.
    const rows = await readVersions(tx, product, caller.environment, { limit: limit + 1, before });
    const page = rows.slice(0, limit);
    const last = page.at(-1)?.versionNumber;
    const nextCursor = rows.length > limit && last !== undefined ? String(last) : null;
    return { data: { versions: page.map(viewVersion), nextCursor } };
  },
});

function viewVersion(version: VersionRow): z.input<typeof versionView> {
  return {
    id: encodeId('PVER', version.id),
    versionNumber: version.versionNumber,
    name: version.name,
    prices: viewPrices(version.prices),
    isCurrent: version.isCurrent,
    createdAt: toIso(version.createdAt),
    createdBy: viewActor(version.createdBy),
    publishedAt: toIso(version.publishedAt),
    publishedBy: viewActor(version.publishedBy),
  };
}

function viewActor(actor: Actor | null): z.input<typeof actorView> {
  return actor && { ...actor, merchantId: encodeId('MER', actor.merchantId) };
}
