import { useLocalStorage } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Environment } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { useReading } from '../../parts/use-graphql.ts';
import { MANY_SALES, progressReading } from './home-readings.ts';

type Found = readonly { readonly id: string }[];

/** A store's setup progress. */
export interface Progress {
  readonly onetime: Found;
  readonly subscription: Found;
  /** Counted up to `MANY_SALES`. */
  readonly paidCount: number;
  readonly delivered: Found;
  readonly store: { readonly prodEnabled: boolean; readonly storeWebhooks: Found };
}

/** The storage key that marks a store's first steps as completed in this browser. */
const keyOf = (storeId: string) => `tillgate.first-steps.${storeId}`;

/** Whether the first steps may still have to be shown. */
export function needsProgress(environment: Environment, storeId: string): boolean {
  return environment === 'test' && localStorage.getItem(keyOf(storeId)) === null;
}

/** The progress until a store sells; null from then on, without further requests. */
export function useProgress(): UseQueryResult<Progress> | null {
  const { environment, store } = usePlace();
  const [done, setDone] = useLocalStorage<string>({
    key: keyOf(store.id),
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const isNeeded = environment === 'test' && done === '';
  const progress = useReading<Progress>(progressReading, { enabled: isNeeded });
  const isDone = progress.data !== undefined && isSelling(progress.data);
  useEffect(() => {
    if (isNeeded && isDone) setDone('done');
  }, [isNeeded, isDone, setDone]);
  return isNeeded && !isDone ? progress : null;
}

function isSelling({ paidCount, delivered, store }: Progress): boolean {
  const hasAll = paidCount > 0 && delivered.length > 0 && store.storeWebhooks.length > 0;
  return paidCount >= MANY_SALES || (hasAll && store.prodEnabled);
}
