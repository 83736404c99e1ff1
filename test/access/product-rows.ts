import { type Kind, productBody } from '../support/catalogue.ts';
import { anyProduct, newGroup, newProduct, publishableGroup, uniqueName } from './objects.ts';
import { MARKS, type Place } from './places.ts';
import type { Row, SomeRows } from './row.ts';

const create = (kind: Kind): Row => ({
  access: 'write',
  absent: 'storeNotFound',
  body: ({ store, environment }) => ({ ...productBody(store.id, kind), name: MARKS[environment] }),
});
const update = (kind: Kind): Row => ({
  access: 'write',
  elsewhere: 'noVersion',
  body: async (place) => ({ id: await newProduct(place, kind), description: 'Changed' }),
});
const switchOff = (kind: Kind): Row => ({
  access: 'write',
  elsewhere: 'noVersion',
  body: async (place) => ({ id: await newProduct(place, kind), status: 'inactive' }),
});
/** Either key may publish; publishing reads the test environment. */
const inTest = (place: Place): Place => ({ ...place, environment: 'test' });
const publish = (access: 'write' | 'read', kind: Kind): Row => ({
  access,
  crosses: true,
  body: async (place) => ({ id: await newProduct(inTest(place), kind) }),
});
const publishGroup = (access: 'write' | 'read'): Row => ({
  access,
  crosses: true,
  body: async (place) => ({ id: await publishableGroup(place) }),
});

/** Products, their versions and their groups. */
export const productRows = {
  'onetime-product/create-product': create('onetime'),
  'onetime-product/update-product': update('onetime'),
  'onetime-product/publish-product': publish('write', 'onetime'),
  'onetime-product/update-status': switchOff('onetime'),
  'onetime-product/preview-publish': publish('read', 'onetime'),
  'subscription-product/create-product': create('subscription'),
  'subscription-product/update-product': update('subscription'),
  'subscription-product/publish-product': publish('write', 'subscription'),
  'subscription-product/update-status': switchOff('subscription'),
  'subscription-product/preview-publish': publish('read', 'subscription'),
  'product/list-versions': {
    access: 'read',
    body: async (place) => ({ id: await anyProduct(place, 'onetime') }),
  },
  'subscription-product-group/create-group': {
    access: 'write',
    absent: 'storeNotFound',
    body: (place) => ({ storeId: place.store.id, name: uniqueName(place) }),
    second: {
      absent: 'productNotFound',
      elsewhere: 'productNotFound',
      body: async (place, other) => ({
        ...{ storeId: place.store.id, name: uniqueName(place) },
        productIds: [await anyProduct(other, 'subscription')],
      }),
    },
  },
  'subscription-product-group/update-group': {
    access: 'write',
    elsewhere: 'notFound',
    body: async (place) => ({ id: await newGroup(place), description: 'Changed' }),
    second: {
      absent: 'productNotFound',
      elsewhere: 'productNotFound',
      body: async (place, other) => ({
        id: await newGroup(place),
        productIds: [await anyProduct(other, 'subscription')],
      }),
    },
  },
  'subscription-product-group/delete-group': {
    access: 'write',
    elsewhere: 'notFound',
    body: async (place) => ({ id: await newGroup(place) }),
  },
  'subscription-product-group/publish-group': publishGroup('write'),
  'subscription-product-group/preview-publish': publishGroup('read'),
} as const satisfies SomeRows;
