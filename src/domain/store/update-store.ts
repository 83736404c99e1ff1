import { z } from 'zod';
import { action, type Warning } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText, requiredId } from '../../contract/input.ts';
import {
  checkoutPatch,
  checkoutSettingsInput,
  droppedSwitches,
  logoUrl,
  notificationPatch,
  notificationSettingsInput,
} from './settings-patch.ts';
import { findStoreRole, type StoreChange, updateStore as writeStore } from './store.queries.ts';
import { LONGEST_STORE_NAME, storeView, viewStore } from './store.ts';

const errors = errorTable('store', {
  missingMerchant: [400, 'Missing merchantId in request context'],
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, (got) => `Expected format: STO_xxx, got "${got}"`],
  blankName: [400, 'Store name cannot be empty or contain only whitespace'],
  longName: [400, 'Store name cannot exceed 48 characters'],
  controlName: [400, 'Store name cannot contain control characters'],
  invalidStatus: [400, 'Invalid status, must be active, inactive or suspended'],
  invalidLogo: [400, 'Invalid logo: must be a string or null'],
  forbidden: [403, 'Not authorized to update this store'],
  notFound: [404, 'Store not found'],
});

const input = z.object({
  id: requiredId('STO', errors.missingId, errors.malformedId),
  name: nameText(LONGEST_STORE_NAME, {
    missing: errors.blankName,
    blank: errors.blankName,
    tooLong: errors.longName,
    control: errors.controlName,
  }).optional(),
  status: z
    .enum(['active', 'inactive', 'suspended'], { error: errors.invalidStatus.code })
    .optional(),
  logo: z.string({ error: errors.invalidLogo.code }).pipe(logoUrl).nullable().optional(),
  notificationSettings: notificationSettingsInput,
  checkoutSettings: checkoutSettingsInput,
  webhookSettings: z.unknown().optional(),
});
type Input = z.output<typeof input>;

/** Changes the supplied fields of a store (Specification 4.3). */
export const updateStore = action({
  path: 'store/update-store',
  summary: 'Update a store (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input,
  output: z.object({ store: storeView }),
  handle: async ({ input, caller, tx, now }) => {
    const [member] = await findStoreRole(tx, input.id, caller.merchantId);
    if (!member) throw errors.notFound();
    if (member.role === 'member') throw errors.forbidden();
    const [store] = await writeStore(tx, input.id, changeOf(input), now);
    if (!store) throw errors.notFound();
    return { data: { store: viewStore(store) }, warnings: warningsFor(input) };
  },
});

function changeOf({
  name,
  status,
  logo,
  notificationSettings,
  checkoutSettings,
}: Input): StoreChange {
  return {
    name,
    status,
    logo,
    notifications: notificationSettings && notificationPatch(notificationSettings),
    checkout: checkoutSettings && checkoutPatch(checkoutSettings),
  };
}

function warningsFor({ webhookSettings, notificationSettings }: Input): Warning[] {
  const warnings: Warning[] = [];
  if (webhookSettings !== undefined) {
    warnings.push({
      message: 'webhookSettings is ignored',
      layer: 'store',
      aiHint: 'Manage webhooks with add-webhook, update-webhook and remove-webhook.',
    });
  }
  const dropped = droppedSwitches(notificationSettings ?? {});
  if (dropped.length > 0) {
    warnings.push({
      message: `Platform-managed notification settings were dropped: ${dropped.join(', ')}`,
      layer: 'store',
      aiHint: 'These keys are read-only. Leave them out of notificationSettings.',
    });
  }
  return warnings;
}
