import type { UseQueryResult } from '@tanstack/react-query';
import { useGraphql } from './use-graphql.ts';

export interface Member {
  readonly merchantId: string;
  readonly role: 'owner' | 'admin' | 'member';
  readonly email: string;
  readonly name: string;
  readonly addedAt: string;
  readonly testOnly: boolean;
  readonly twoFactor: boolean;
}

const MEMBERS = `query ($storeId: ID!) { storeMerchants(storeId: $storeId, limit: 100) {
  merchantId role email name addedAt testOnly twoFactor
} }`;

/** The store's members. */
export function useMembers(): UseQueryResult<{ readonly storeMerchants: readonly Member[] }> {
  return useGraphql<{ storeMerchants: readonly Member[] }>(MEMBERS);
}
