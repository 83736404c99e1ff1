import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { isUuid } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { findStoreRole } from '../store/store.queries.ts';
import { type EventRow, listStoreEvents } from './event.queries.ts';

/** Maximum events per page. */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  invalidLimit: [400, `Invalid limit, must be an integer from 1 to ${MAX_LIMIT}`],
  invalidCursor: [400, 'Invalid cursor'],
  unknownEvent: [400, (got) => `Unknown event: ${got}`],
  storeNotFound: [404, 'Store not found'],
});

const limit = z
  .int({ error: errors.invalidLimit.code })
  .min(1, errors.invalidLimit.code)
  .max(MAX_LIMIT, errors.invalidLimit.code);

const eventView = z.object({
  /** The value of the `webhook-id` header. */
  id: z.string(),
  createdAt: z.string(),
  /** The envelope, as delivered (docs/contract/events.md#envelope). */
  payload: z.record(z.string(), z.unknown()),
});

/**
 * A store's events in the credential's environment, newest first, so that missed deliveries can be
 * recovered. Covers 90 days, whether or not a webhook subscribed. `nextCursor` is null on the last
 * page.
 */
export const listEvents = action({
  path: 'event/list-events',
  summary: 'List the events of a store, newest first',
  auth: MERCHANT,
  environment: 'credential',
  replayable: false,
  isLargeRead: true,
  audited: false,
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    limit: limit.nullish(),
    cursor: z
      .string({ error: errors.invalidCursor.code })
      .refine(isUuid, { error: errors.invalidCursor.code })
      .nullish(),
    eventType: z.enum(EVENT_TYPES, { error: errors.unknownEvent.code }).nullish(),
  }),
  output: z.object({ events: z.array(eventView), nextCursor: z.string().nullable() }),
  handle: async ({ input, caller, tx }) => {
    const limit = input.limit ?? DEFAULT_LIMIT;
    const [member] = await findStoreRole(tx, input.storeId, caller.merchantId);
    if (!member) throw errors.storeNotFound();
    // One extra row shows whether there is another page.
    const rows = await listStoreEvents(tx, input.storeId, caller.environment, {
      limit: limit + 1,
      after: input.cursor ?? undefined,
      eventType: input.eventType ?? undefined,
    });
    const events = rows.slice(0, limit).map(viewEvent);
    const nextCursor = rows.length > limit ? (events.at(-1)?.id ?? null) : null;
    return { data: { events, nextCursor } };
  },
});

function viewEvent({ id, body, createdAt }: EventRow): z.input<typeof eventView> {
  return { id, createdAt: toIso(createdAt), payload: JSON.parse(body) };
}
