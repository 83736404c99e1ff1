import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { callAction, type Input, type Output } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { readSpan } from './list-filters.ts';
import type { ApiKey } from './use-api-keys.ts';

type Page = Output<'audit/list-entries'>;
export type AuditEntry = Page['entries'][number];
export type Wanted = Omit<Input<'audit/list-entries'>, 'storeId' | 'limit' | 'cursor'>;

const ENTRIES_A_PAGE = 50;

/** The store's audit log, page by page, newest first. */
export function useAuditEntries(
  wanted: Wanted,
  isEnabled = true,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  const { store } = usePlace();
  return useInfiniteQuery({
    queryKey: ['audit', store.id, wanted],
    queryFn: ({ pageParam }) => readPage(store.id, wanted, ENTRIES_A_PAGE, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
    // The previous entries stay visible until those of a new filter have loaded.
    placeholderData: (shown) => shown,
    enabled: isEnabled,
  });
}

function readPage(storeId: string, wanted: Wanted, limit: number, cursor: string | null) {
  return callAction('audit/list-entries', { storeId, ...wanted, limit, cursor });
}

const KINDS = { apiKey: 'Any API key', dashboard: 'The dashboard', operator: 'The operator' };

/** Credentials a change can be made with: a kind, or one of the user's own keys. */
export function credentialChoices(keys: readonly ApiKey[]) {
  return [
    ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
    ...keys.map(({ id, nickname }) => ({ value: id, label: `Key ${nickname}` })),
  ];
}

/** The action's filter for one of these choices. */
export function credentialFilter(choice: string | undefined): Wanted {
  if (!choice) return {};
  if (choice in KINDS) return { credential: choice as NonNullable<Wanted['credential']> };
  return { credentialId: choice };
}

/** The credential in words; the user's own keys are shown by name. */
export function credentialText(
  { kind, id }: AuditEntry['credential'],
  keys: readonly ApiKey[],
): string {
  if (kind === 'dashboard') return 'Dashboard';
  if (kind === 'operator') return 'Operator';
  return keys.find((key) => key.id === id)?.nickname ?? `Key ${id.slice(0, 8)}…`;
}

/** The action's filter for a time span. */
export function spanFilter(value: string | undefined): Wanted {
  const { gte, lt } = readSpan(value, new Date());
  return { ...(gte ? { from: gte } : {}), ...(lt ? { to: lt } : {}) };
}
