import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { generateWebhookKey } from '../../events/webhook-key-pair.ts';
import { findWebhookKeys, insertWebhookKey } from '../../events/webhook-keys.queries.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs, toIso } from '../../kit/time.ts';

/** Hours between the announcement and the switch: receivers need time to load the new key. */
const DEFAULT_HOURS = 72;
const MAX_HOURS = 90 * 24;

const errors = errorTable('store', {
  missingEnvironment: [400, 'Missing required field: environment'],
  invalidEnvironment: [400, 'Invalid environment, must be test or prod'],
  invalidHours: [400, `Invalid afterHours, must be an integer from 1 to ${MAX_HOURS}`],
  underWay: [400, 'A rotation is under way'],
});

/**
 * Announces a new key pair for an environment's events. It signs from the switch on; until then
 * `/.well-known/webhook-keys.json` shows it as `next`, and afterwards the old one as `previous`. A
 * delivery always has exactly one signature, because receivers read only one.
 */
export const rotateKey = action({
  path: 'webhook-key/rotate-key',
  summary: 'Announce a new webhook key pair (operator)',
  auth: ['operator'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({
    environment: requiredText(errors.missingEnvironment).pipe(
      z.enum(['test', 'prod'], { error: errors.invalidEnvironment.code }),
    ),
    afterHours: z
      .int({ error: errors.invalidHours.code })
      .min(1, errors.invalidHours.code)
      .max(MAX_HOURS, errors.invalidHours.code)
      .default(DEFAULT_HOURS),
  }),
  output: z.object({
    webhookKey: z.object({
      environment: z.enum(['test', 'prod']),
      publicKey: z.string(),
      activeFrom: z.string(),
    }),
  }),
  // Generated before the transaction, because it takes a second.
  prepare: ({ input, ports }) => generateWebhookKey(input.environment, ports.secrets),
  handle: async ({ input, tx, now, prepared }) => {
    const { environment, publicKey } = prepared;
    const keys = (await findWebhookKeys(tx)).filter((key) => key.environment === environment);
    const latest = keys.at(-1);
    if (latest && latest.activeFrom > now) throw errors.underWay();
    // If nothing has been signed yet, the first pair is used immediately.
    const activeFrom = latest ? addMs(now, input.afterHours * HOUR_MS) : now;
    const generation = (latest?.generation ?? 0) + 1;
    const inserted = await insertWebhookKey(tx, { ...prepared, generation, activeFrom }, now);
    if (!inserted) throw errors.underWay();
    return { data: { webhookKey: { environment, publicKey, activeFrom: toIso(activeFrom) } } };
  },
});
