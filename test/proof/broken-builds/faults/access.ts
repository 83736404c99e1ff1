// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const API_KEY = 'src/gateway/credentials/api-key.ts';
const LOOKUP = 'src/gateway/credentials/key-lookup.ts';
const SIGNATURE = 'test/gateway/signature.test.ts';
const MATRIX = 'test/access/matrix.test.ts';
const REFUSES = 'refuses unauthorized callers, and changes nothing';

/** The invariants from docs/contract/invariants.md#26 to docs/contract/invariants.md#29. */
export const ACCESS: readonly BrokenBuild[] = [
  {
    invariants: [26],
    fault: 'any credential calls any action',
    edits: [
      {
        file: 'src/gateway/run-action.ts',
        find: 'auth.includes(caller.kind), environment }',
        replace: 'auth.length > 0, environment }',
      },
    ],
    caughtBy: [{ file: MATRIX, name: `store/create-store ${REFUSES}` }],
  },
  {
    invariants: [26],
    fault: 'a member deletes the store',
    edits: [
      {
        file: 'src/domain/store/delete-store.ts',
        find: "if (member.role !== 'owner') throw errors.forbidden();",
        replace: '',
      },
      {
        file: 'src/domain/store/delete-store.ts',
        find: "if (found.role !== 'owner') throw errors.forbidden();",
        replace: '',
      },
    ],
    caughtBy: [{ file: MATRIX, name: `store/delete-store ${REFUSES}` }],
  },
  {
    invariants: [26],
    fault: "another merchant's product is found",
    edits: [
      {
        file: 'src/domain/product/product.queries.ts',
        find: "${isOfStores('product.store_id', merchant.storeIds)} and product.id = ${id}",
        replace:
          "(${isOfStores('product.store_id', merchant.storeIds)} or true) and product.id = ${id}",
      },
      {
        file: 'src/domain/product/product.queries.ts',
        find: 'store.deleted_at is null\n    and member.merchant_id = ${merchant.merchantId}`;',
        replace: "store.deleted_at is null and ${merchant.merchantId} <> ''`;",
      },
    ],
    caughtBy: [{ file: MATRIX, name: `onetime-product/update-product ${REFUSES}` }],
  },
  {
    invariants: [26],
    fault: 'the objects of a deleted store are found',
    edits: [
      {
        file: 'src/domain/store/store.queries.ts',
        find: `    where store.id = \${storeId} and store.deleted_at is null
      and member.merchant_id = \${merchantId}\`);
}

/** The merchant's role on a live store, null`,
        replace: `    where store.id = \${storeId}
      and member.merchant_id = \${merchantId}\`);
}

/** The merchant's role on a live store, null`,
      },
    ],
    caughtBy: [{ file: MATRIX, name: `store/send-test-event ${REFUSES}` }],
  },
  {
    invariants: [26],
    fault: 'a buyer reads the orders of every buyer of the store',
    edits: [
      {
        file: 'src/graphql/scope.ts',
        find: 'and orders.buyer_identity = ${identity}::text',
        replace: "and coalesce(${identity}::text, '') is not null",
      },
    ],
    caughtBy: [
      {
        file: 'test/graphql/access.test.ts',
        name: 'with a token of another buyer of the same store',
      },
    ],
  },
  {
    invariants: [26],
    fault: 'GraphQL reads the stores of every merchant',
    edits: [
      {
        file: 'src/gateway/credentials/usable-stores.ts',
        find: 'where member.merchant_id = ${merchantId}\n',
        replace: 'where ${merchantId} is not null\n',
      },
    ],
    caughtBy: [
      {
        file: 'test/graphql/access.test.ts',
        name: 'as a member whatever the role, and nothing once removed',
      },
    ],
  },
  {
    invariants: [27],
    fault: 'live keys are cached',
    edits: [
      {
        file: LOOKUP,
        find: "  let wanted = new Set<Id<'MER'>>();",
        replace:
          "  let wanted = new Set<Id<'MER'>>();\n  const known = new Map<string, readonly KeyRow[]>();",
      },
      {
        file: LOOKUP,
        find: 'const rows = (await batch).filter(',
        replace: `const read = known.get(merchantId) ?? (await batch);
      known.set(merchantId, read);
      const rows = read.filter(`,
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'that is deleted is dead from the moment of the answer' }],
  },
  {
    invariants: [27],
    fault: 'roles are cached',
    edits: [
      {
        file: 'src/domain/store/store.queries.ts',
        find: `  return db.query(sql\`
    select member.role from store left join usable_membership member
      on member.store_id = store.id and member.merchant_id = \${merchantId}
    where store.id = \${storeId} and store.deleted_at is null\`);
}`,
        replace: `  const key = \`\${storeId} \${merchantId}\`;
  const read: Promise<{ readonly role: StoreRole | null }[]> = db.query(sql\`
    select member.role from store left join usable_membership member
      on member.store_id = store.id and member.merchant_id = \${merchantId}
    where store.id = \${storeId} and store.deleted_at is null\`);
  const known = cachedRoles.get(key) ?? read;
  cachedRoles.set(key, known);
  return read.then(() => known);
}
const cachedRoles = new Map<string, Promise<{ readonly role: StoreRole | null }[]>>();`,
      },
    ],
    caughtBy: [
      { file: 'src/domain/store-merchant/update-role.test.ts', name: 'admits the promoted member' },
    ],
  },
  {
    invariants: [28],
    fault: 'undocumented fields reach the database',
    edits: [
      {
        file: 'src/domain/store/create-store.ts',
        find: 'input: z.object({',
        replace: 'input: z.looseObject({',
      },
      {
        file: 'src/domain/store/create-store.ts',
        find: 'createdAt: now,\n    };',
        replace: 'createdAt: now,\n      ...(input as object),\n    };',
      },
    ],
    caughtBy: [
      {
        file: 'test/access/fields.test.ts',
        name: 'store/create-store  does the same whatever undocumented fields',
      },
    ],
  },
  {
    invariants: [29],
    fault: 'the signature is decoded leniently',
    edits: [
      {
        file: API_KEY,
        find: "isStandardBase64: signature.toString('base64') === text",
        replace: 'isStandardBase64: true',
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'is refused in every other spelling of its bytes' }],
  },
  {
    invariants: [29],
    fault: 'the window excludes its last second',
    edits: [
      {
        file: API_KEY,
        find: 'age <= OLDEST_S && age >= -NEWEST_S',
        replace: 'age < OLDEST_S && age > -NEWEST_S',
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'counts from 300 seconds behind to 60 seconds ahead' }],
  },
  {
    invariants: [29],
    fault: 'a timestamp in the past is always accepted',
    edits: [
      {
        file: API_KEY,
        find: 'return age <= OLDEST_S && age',
        replace: 'return OLDEST_S > 0 && age',
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'is refused one second beyond' }],
  },
  {
    invariants: [29],
    fault: 'of two signatures, the last one is used',
    edits: [{ file: 'src/gateway/incoming.ts', find: "  'x-signature',\n", replace: '' }],
    caughtBy: [{ file: SIGNATURE, name: 'headers that decide are refused twice' }],
  },
  {
    invariants: [29],
    fault: 'a context header says who is calling',
    edits: [
      {
        file: API_KEY,
        find: "const merchantId = decodeId('MER', merchant);",
        replace:
          "const named = incoming.headers['x-context-merchant-id'];\n  const merchantId = decodeId('MER', named ?? merchant);",
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'are not those of a context' }],
  },
  {
    invariants: [29],
    fault: 'a target with a query string reaches its handler',
    edits: [
      {
        file: 'src/gateway/admit.ts',
        find: '  if (hasQuery) throw gatewayErrors.queryString();',
        replace: '',
      },
    ],
    caughtBy: [{ file: SIGNATURE, name: 'takes no query string' }],
  },
];
