import { useMergedRef } from '@mantine/hooks';
import type { Ref } from 'react';

/** What Mantine's ScrollArea takes of `@floating-ui/react`, by the name that it has there. */
export function useMergeRefs<Value>(refs: readonly (Ref<Value> | undefined)[]) {
  return useMergedRef(...refs);
}
