import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { PageLoader } from './page-loader.tsx';
import { Problem } from './problem.tsx';

/**
 * The content of a query, or its error. Content that has just come is built in steps, beside what
 * is shown: a slow phone answers in between.
 */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending'>;
  readonly children: (data: Data) => ReactNode;
}) {
  const isBuilt = useDeferredValue(query.data !== undefined);
  if (isBuilt && query.data !== undefined) return children(query.data);
  if (query.error) return <Problem error={query.error} />;
  return <PageLoader />;
}
