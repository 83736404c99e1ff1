// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const STORES = 'src/domain/store/store.queries.ts';
const PRODUCTS = 'src/domain/product/product.queries.ts';
const GROUPS = 'src/domain/subscription-product-group/group.queries.ts';
const CATALOGUE = 'src/database/migrations/004.do.catalogue.sql';

/** The invariants from docs/contract/invariants.md#7 to docs/contract/invariants.md#11. */
export const LIMITS: readonly BrokenBuild[] = [
  {
    invariants: [7],
    fault: 'stores are counted, then added, without a lock',
    edits: [
      {
        file: STORES,
        find: '${store.merchantId} for no key update',
        replace: '${store.merchantId}',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/store/create-store.test.ts',
        name: 'makes exactly 20 stores of 200 concurrent calls',
      },
    ],
  },
  {
    invariants: [7],
    fault: 'deleted stores count towards the limit',
    edits: [
      {
        file: STORES,
        find: "member.role = 'owner'\n        and store.deleted_at is null",
        replace: "member.role = 'owner'",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/store/create-store.test.ts',
        name: 'Maximum limit of 20 stores per merchant',
      },
    ],
  },
  {
    invariants: [8],
    fault: 'a product with a production version is published again',
    edits: [
      {
        file: 'src/domain/product/publish.ts',
        find: "return prod ? 'alreadyPublished' : null;",
        replace: 'return prod ? null : null;',
      },
      {
        file: PRODUCTS,
        find: "product.test_status = 'active' and product.prod_version_id is null",
        replace: "product.test_status = 'active'",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/product/publish.test.ts',
        name: 'publishes once in 100 concurrent calls',
      },
    ],
  },
  {
    invariants: [9],
    fault: 'the unique key on names of groups is missing',
    edits: [
      {
        file: CATALOGUE,
        find: 'constraint product_group_name unique (store_id, environment, name)',
        replace: "constraint product_group_name check (name <> '')",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/subscription-product-group/create-group.test.ts',
        name: 'makes one group of 50 concurrent calls with one name',
      },
    ],
  },
  {
    invariants: [9],
    fault: 'a group is published while it changes',
    edits: [
      {
        file: GROUPS,
        find: `and product_group.id = \${groupId}
      and store.deleted_at is null and member.merchant_id = \${merchantId}
    for no key update of store`,
        replace: `and product_group.id = \${groupId}
      and store.deleted_at is null and member.merchant_id = \${merchantId}`,
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/subscription-product-group/publish-group.test.ts',
        name: 'publishes one real state while the test group changes',
      },
    ],
  },
  {
    invariants: [10],
    fault: 'a product is added without locking its store',
    edits: [
      {
        file: PRODUCTS,
        find: '\n    for key share of store`;',
        replace: '`;',
      },
    ],
    caughtBy: [
      {
        file: 'test/access/deletion.test.ts',
        name: 'gets nothing more of onetime-product/create-product',
      },
    ],
  },
  {
    invariants: [10],
    fault: 'an order is created without locking its store',
    edits: [
      {
        file: 'src/domain/checkout-session/checkout-session.queries.ts',
        find: 'for no key update of session for key share of store',
        replace: 'for no key update of session',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/order/races.test.ts',
        name: 'never belong to a deleted store while they are pending',
      },
    ],
  },
  {
    invariants: [11],
    fault: 'a product is read, changed and written without a lock',
    edits: [
      {
        file: PRODUCTS,
        find: '\n    for no key update of product for key share of store`',
        replace: '`',
      },
      {
        file: CATALOGUE,
        find: 'unique (product_id, version_number)',
        replace: 'check (version_number < 1000)',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/product/revise-product.test.ts',
        name: 'has all of 30 concurrent updates of different fields',
      },
    ],
  },
  {
    invariants: [11],
    fault: 'the settings of a store are changed without locking it',
    edits: [
      {
        file: STORES,
        find: 'and deleted_at is null\n    for no key update of store`);',
        replace: 'and deleted_at is null`);',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/store/update-store.test.ts',
        name: 'keeps all concurrent changes of different fields',
      },
    ],
  },
];
