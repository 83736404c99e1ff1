import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { PageLoader } from './page-loader.tsx';
import { Problem } from './problem.tsx';

/**
 * The content of a query, or its error; both if the content couldn't be refreshed. New content is
 * rendered in interruptible steps, so that a slow phone stays responsive.
 */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending'>;
  readonly children: (data: Data) => ReactNode;
}) {
  const isBuilt = useDeferredValue(query.data !== undefined);
  const { data, error } = query;
  const loader = error ? null : <PageLoader />;
  return (
    <>
      <Problem error={error} />
      {isBuilt && data !== undefined ? children(data) : loader}
    </>
  );
}
