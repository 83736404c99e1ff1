import type { Row } from './row.ts';
import { authRows } from './rows/auth.ts';
import { checkoutRows } from './rows/checkout.ts';
import { gatewayRows } from './rows/gateway.ts';
import { graphqlRows } from './rows/graphql.ts';
import { groupRows } from './rows/groups.ts';
import { limitRows } from './rows/limits.ts';
import { productRows } from './rows/products.ts';
import { safetyRows } from './rows/safety.ts';
import { storeRows } from './rows/stores.ts';

/** Every row of the specification except rate limits. */
export const ROWS: readonly Row[] = [
  ...authRows,
  ...storeRows,
  ...productRows,
  ...groupRows,
  ...checkoutRows,
  ...safetyRows,
  ...graphqlRows,
  ...gatewayRows,
];

/** Including the rows that only a service with rate limits can answer. */
export const ALL_ROWS: readonly Row[] = [...ROWS, ...limitRows];
