import type { UseQueryResult } from '@tanstack/react-query';
import type { Environment } from '../api/client.ts';
import { useGraphql } from './use-graphql.ts';

export interface ApiKey {
  readonly id: string;
  readonly nickname: string;
  readonly environment: Environment;
  readonly recentlyUsedAt: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A merchant has at most 20 active keys, so they fit on one page. */
const QUERY = `{
  apiKeys(limit: 100) { id nickname environment recentlyUsedAt createdAt expiresAt }
}`;

/** The user's own active keys in both environments. */
export function useApiKeys(): UseQueryResult<{ readonly apiKeys: readonly ApiKey[] }> {
  return useGraphql<{ apiKeys: readonly ApiKey[] }>(QUERY);
}
