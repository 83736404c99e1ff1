import { z } from 'zod';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { businessView } from './business.ts';
import {
  checkoutSettingsView,
  notificationSettingsView,
  viewCheckout,
  viewNotifications,
} from './settings.ts';
import type { StoreRow } from './store.queries.ts';

/** Code points of a store's name (docs/contract/resources.md#store). */
export const MAX_STORE_NAME_LENGTH = 48;

export const storeView = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'inactive', 'suspended']),
  logo: z.string().nullable(),
  supportEmail: z.string().nullable(),
  website: z.string().nullable(),
  ...businessView,
  slug: z.string().nullable(),
  prodEnabled: z.boolean(),
  notificationSettings: notificationSettingsView.nullable(),
  checkoutSettings: checkoutSettingsView.nullable(),
  deletedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/**
 * The store as responses show it (docs/contract/resources.md#store); a deleted one without its
 * settings.
 */
export function viewStore(store: StoreRow): z.input<typeof storeView> {
  const alive = store.deletedAt === null;
  return {
    id: encodeId('STO', store.id),
    name: store.name,
    status: store.status,
    logo: store.logo,
    supportEmail: store.supportEmail,
    website: store.website,
    businessName: store.businessName,
    taxId: store.taxId,
    businessAddress: store.businessAddress,
    slug: store.slug,
    prodEnabled: store.prodEnabled,
    notificationSettings: alive ? viewNotifications(store.notificationSettings) : null,
    checkoutSettings: alive ? viewCheckout(store.checkoutSettings) : null,
    deletedAt: toIso(store.deletedAt),
    createdAt: toIso(store.createdAt),
    updatedAt: toIso(store.updatedAt),
  };
}
