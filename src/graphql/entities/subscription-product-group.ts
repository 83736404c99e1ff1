import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity, ObjectType } from '../description.ts';
import { flag, many, one, part, plain, shortId, text, time, uuid } from '../fields.ts';
import { MAX_LIMIT } from '../limits.ts';

const rules: ObjectType = {
  name: 'GroupRules',
  description: 'Rules for the products of a group.',
  fields: {
    sharedTrial: flag(
      'Whether a buyer gets only one trial in the group.',
      (row) => `${row}.shared_trial`,
      {
        required: true,
      },
    ),
    selfServicePlanChange: flag(
      'Whether buyers can switch between its products themselves.',
      (row) => `${row}.self_service_plan_change`,
      { required: true },
    ),
  },
};

export const subscriptionProductGroup: Entity = {
  ...ownedByStore,
  name: 'SubscriptionProductGroup',
  description: 'Subscription products that belong together, in the credential’s environment.',
  single: 'subscriptionProductGroup',
  list: 'subscriptionProductGroups',
  table: 'product_group',
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    name: text('Name, unique in store and environment.', (row) => `${row}.name`, {
      required: true,
    }),
    description: plain('Description; may be empty.', (row) => `coalesce(${row}.description, '')`, {
      required: true,
      bytes: BYTES.description,
    }),
    rules: part(rules, 'Its rules.', { required: true }),
    environment: text('`test` or `prod`.', (row) => `${row}.environment`, { required: true }),
    createdAt: time('When it was created.', (row) => `${row}.created_at`, { required: true }),
    updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
    store: one('Store', 'Its store.'),
    products: many(
      'SubscriptionProduct',
      'Its products in the merchant’s order.',
      (row, target) => `${target}.id in (select member.product_id from product_group_member member
        where member.store_id = ${row}.store_id and member.group_id = ${row}.id)`,
      {
        usualLimit: MAX_LIMIT,
        order: (target, row) => `(select member.position from product_group_member member
          where member.store_id = ${row}.store_id and member.group_id = ${row}.id
            and member.product_id = ${target}.id)`,
      },
    ),
  },
};
