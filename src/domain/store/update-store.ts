import { z } from 'zod';
import { action, type Warning } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { ifUnmodifiedSince, refuseStale, staleRows } from '../../contract/if-unmodified-since.ts';
import { ignoredField, nameText, requiredId } from '../../contract/input.ts';
import { nextUpdate } from '../../kit/time.ts';
import { businessInput, patchBusiness } from './business.ts';
import {
  checkoutSettingsInput,
  droppedSwitches,
  logoUrl,
  notificationSettingsInput,
  patchCheckout,
  patchNotifications,
} from './settings-patch.ts';
import { findRoleOrStranger, lockStore, type StoreRow, writeStore } from './store.queries.ts';
import { MAX_STORE_NAME_LENGTH, storeView, viewStore } from './store.ts';
import { refuseTestKey } from './test-key.ts';

const errors = errorTable('store', {
  missingMerchant: [400, 'Missing merchantId in request context'],
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('STO')],
  blankName: [400, 'Store name cannot be empty or contain only whitespace'],
  longName: [400, 'Store name cannot exceed 48 characters'],
  controlName: [400, 'Store name cannot contain control characters'],
  invalidStatus: [400, 'Invalid status, must be active, inactive or suspended'],
  invalidLogo: [400, 'Invalid logo: must be a string or null'],
  forbidden: [403, 'Not authorized to update this store'],
  notFound: [404, 'Store not found'],
  ...staleRows,
});

const input = z.object({
  id: requiredId('STO', errors.missingId, errors.malformedId),
  name: nameText(MAX_STORE_NAME_LENGTH, {
    missing: errors.blankName,
    blank: errors.blankName,
    tooLong: errors.longName,
    control: errors.controlName,
  }).optional(),
  status: z
    .enum(['active', 'inactive', 'suspended'], { error: errors.invalidStatus.code })
    .optional(),
  logo: z.string({ error: errors.invalidLogo.code }).pipe(logoUrl).nullable().optional(),
  ...businessInput,
  notificationSettings: notificationSettingsInput,
  checkoutSettings: checkoutSettingsInput,
  webhookSettings: ignoredField,
  ifUnmodifiedSince,
});
type Input = z.output<typeof input>;

/** Changes the supplied fields of a store (docs/contract/stores.md#update-store). */
export const updateStore = action({
  path: 'store/update-store',
  summary: 'Update a store (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input,
  output: z.object({ store: storeView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const [found] = await findRoleOrStranger(tx, input.id, caller.merchantId);
    if (!found) throw errors.notFound();
    if (found.role !== 'owner' && found.role !== 'admin') throw errors.forbidden();
    const [store] = await lockStore(tx, input.id);
    if (!store) throw errors.notFound();
    await refuseTestKey(tx, { caller, ports }, input.id);
    refuseStale(input.ifUnmodifiedSince, store.updatedAt, errors);
    const changed = withChanges(store, input);
    const at = nextUpdate(now, store.updatedAt);
    const [written = store] = isSame(changed, store)
      ? []
      : await writeStore(tx, input.id, changed, at);
    return { data: { store: viewStore(written) }, warnings: warningsFor(input) };
  },
});

/** The store after the update. It is locked, so concurrent changes of other fields are kept. */
function withChanges(store: StoreRow, input: Input): StoreRow {
  return {
    ...store,
    ...patchBusiness(store, input),
    name: input.name ?? store.name,
    status: input.status ?? store.status,
    logo: input.logo === undefined ? store.logo : input.logo,
    notificationSettings: patchNotifications(
      store.notificationSettings,
      input.notificationSettings,
    ),
    checkoutSettings: patchCheckout(store.checkoutSettings, input.checkoutSettings),
  };
}

/** Hosted pages tell an unset `defaultDarkMode` from false, but the view shows both as false. */
function isSame(changed: StoreRow, store: StoreRow): boolean {
  const shown = (row: StoreRow) => [row.checkoutSettings.defaultDarkMode, viewStore(row)];
  return JSON.stringify(shown(changed)) === JSON.stringify(shown(store));
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
