import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { PageLoader } from './page-loader.tsx';
import { Problem } from './problem.tsx';

/**
 * The content of a query, or its error. New content is rendered in interruptible steps, so that a
 * slow phone stays responsive.
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
