import { newEmail } from '../support/accounts.ts';
import { makeMerchant } from '../support/merchant.ts';
import { png } from '../support/pictures.ts';
import { bindStore, clearKybTickets, newEmailCode, newProvenWebsite } from './bindings.ts';
import {
  anyWebhook,
  newDelivery,
  newInvitation,
  newMember,
  newPicture,
  newStore,
  newWebhook,
  uniqueName,
} from './objects.ts';
import { MARKS, makePlaces, markDeleted, type Place } from './places.ts';
import type { SomeRows } from './row.ts';

const inStore = { access: 'write', absent: 'storeNotFound' } as const;
const shared = { ...inStore, shared: true } as const;
const webhook = { access: 'write', elsewhere: 'forbidden' } as const;
const atMember = async (place: Place, other = place) => ({
  storeId: place.store.id,
  merchantId: await newMember(other),
});
/** A new store of another merchant. */
const hostOf = async (place: Place): Promise<Place> => {
  const host = await place.keepForBoth('host', () => makeMerchant(place.test));
  return (await makePlaces(place.test, host))[place.environment];
};

/** Stores, their webhooks and their members. */
export const storeRows = {
  'store/create-store': { access: 'anyone', body: (place) => ({ name: uniqueName(place) }) },
  'store/update-store': {
    ...{ access: 'write', foreign: 'forbidden', shared: true },
    body: ({ store }) => ({ id: store.id, name: 'Renamed' }),
  },
  'store/delete-store': {
    ...{ access: 'owner', foreign: 'forbidden' },
    body: async (place) => ({ id: await newStore(place) }),
    deletedBody: async ({ store }) => ({ id: store.id }),
  },
  'store/bind-support-email': {
    ...shared,
    body: ({ store }) => ({ storeId: store.id, email: newEmail() }),
  },
  'store/confirm-support-email': {
    ...shared,
    body: newEmailCode,
  },
  'store/revoke-support-email': {
    ...shared,
    body: bindStore,
  },
  'store/bind-website': {
    ...shared,
    body: ({ store }) => ({ storeId: store.id, url: 'https://example.com/' }),
  },
  'store/verify-website': {
    ...shared,
    body: async (place) => {
      await newProvenWebsite(place);
      return { storeId: place.store.id };
    },
  },
  'store/revoke-website': {
    ...shared,
    body: bindStore,
  },
  'picture/upload-picture': {
    ...shared,
    body: ({ store }) => ({ storeId: store.id, content: png(2, 2).toString('base64') }),
  },
  'picture/delete-picture': {
    ...shared,
    body: async (place) => ({ storeId: place.store.id, id: await newPicture(place) }),
  },
  'store/require-two-factor': {
    ...{ access: 'owner', absent: 'notFound' },
    body: ({ store }) => ({ storeId: store.id, required: false }),
  },
  'kyb-ticket/submit-ticket': {
    ...{ access: 'owner', absent: 'storeNotFound', shared: true },
    body: async (place) => {
      await clearKybTickets(place);
      return { storeId: place.store.id, legalName: 'A Ltd', country: 'IE' };
    },
  },
  'store/add-webhook': {
    ...inStore,
    elsewhere: 'forbidden',
    body: ({ store, environment }) => ({
      ...{ storeId: store.id, channel: 'http', url: `https://example.com/${MARKS[environment]}` },
      ...{ events: ['order.completed'], testMode: environment === 'test' },
    }),
  },
  'store/update-webhook': {
    ...webhook,
    body: async (place) => ({ id: await anyWebhook(place), events: ['refund.failed'] }),
  },
  'store/remove-webhook': { ...webhook, body: async (place) => ({ id: await newWebhook(place) }) },
  'store/send-test-event': {
    ...inStore,
    elsewhere: 'forbidden',
    body: async (place) => ({ storeId: place.store.id, webhookId: await anyWebhook(place) }),
    second: {
      absent: 'notFound',
      body: async ({ store }, other) => ({
        storeId: store.id,
        webhookId: await anyWebhook(other),
      }),
    },
  },
  'webhook-delivery/resend-delivery': {
    ...webhook,
    body: async (place) => ({ id: await newDelivery(place) }),
  },
  'webhook-delivery/resend-deliveries': {
    ...inStore,
    elsewhere: 'forbidden',
    body: async (place) => ({
      ...{ storeId: place.store.id, webhookId: await anyWebhook(place) },
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    }),
    second: {
      absent: 'webhookNotFound',
      body: async ({ store }, other) => ({
        ...{ storeId: store.id, webhookId: await anyWebhook(other) },
        ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      }),
    },
  },
  'webhook-delivery/replay-deliveries': {
    ...webhook,
    body: async (place) => ({
      webhookId: await anyWebhook(place),
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    }),
  },
  'webhook-delivery/list-attempts': {
    ...webhook,
    access: 'read',
    body: async (place) => ({ id: await newDelivery(place) }),
  },
  'event/list-events': {
    ...inStore,
    access: 'read',
    body: ({ store }) => ({ storeId: store.id }),
  },
  'store-merchant/add-merchant': {
    ...shared,
    body: ({ store }) => ({ storeId: store.id, email: newEmail(), role: 'member' }),
  },
  'store-merchant/remove-merchant': {
    ...shared,
    body: atMember,
    second: { absent: 'merchantNotFound', body: atMember },
  },
  'store-merchant/update-role': {
    ...shared,
    body: async (place) => ({ ...(await atMember(place)), role: 'admin' }),
    second: {
      absent: 'merchantNotFound',
      body: async (place, other) => ({ ...(await atMember(place, other)), role: 'admin' }),
    },
  },
  'store-merchant/list-invitations': {
    ...inStore,
    body: ({ store }) => ({ storeId: store.id }),
  },
  'store-merchant/show-invitation': {
    access: 'anyone',
    body: async (place) => ({ token: await newInvitation(await hostOf(place), newEmail()) }),
  },
  'store-merchant/accept-invitation': {
    access: 'account',
    body: async (place) => ({ token: await newInvitation(await hostOf(place), place.owner.email) }),
    deletedBody: async (place) => {
      const host = await hostOf(place);
      const token = await newInvitation(host, place.owner.email);
      await markDeleted(host.test, host.store.id);
      return { token };
    },
  },
  'store-merchant/cancel-invitation': {
    ...shared,
    body: async (place) => {
      const email = newEmail();
      await newInvitation(place, email);
      return { storeId: place.store.id, email };
    },
    second: {
      absent: 'notFound',
      body: async ({ store }, other) => {
        const email = newEmail();
        await newInvitation(other, email);
        return { storeId: store.id, email };
      },
    },
  },
  'audit/list-entries': [
    { ...inStore, name: 'of a store', body: ({ store }) => ({ storeId: store.id }) },
    { name: 'of the account', access: 'anyone', body: () => ({}) },
  ],
} as const satisfies SomeRows;
