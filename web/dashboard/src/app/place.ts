import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Environment } from '../api/client.ts';
import { type SessionStore, useSession } from './session.ts';

const KEPT_UNDER = 'tillgate.place';

/** The page's store and environment, both from the URL. */
export interface Place {
  readonly environment: Environment;
  readonly store: SessionStore;
  /** Owner or admin; members can only read. */
  readonly canWrite: boolean;
  /** Path of a page in this store and environment: `pathTo('orders/ORD_…')`. */
  readonly pathTo: (page: string) => string;
}

/** The page's store; undefined if the user has lost access to it or deleted it. */
export function useStore(): SessionStore | undefined {
  const { storeId } = useParams({ strict: false });
  return useSession().stores.find(({ id }) => id === storeId);
}

/**
 * The store and environment of the page. What is still shown while the store goes, by leaving or
 * deleting it, keeps it.
 */
export function usePlace(): Place {
  const { environment } = useParams({ strict: false });
  const current = useStore();
  const latest = useRef(current);
  if (current) latest.current = current;
  const store = latest.current;
  if (!store || !isEnvironment(environment)) throw new Error('A page outside of any store');
  return {
    environment,
    store,
    canWrite: store.role !== 'member',
    pathTo: (page) => placePath(environment, store.id, page),
  };
}

export function placePath(environment: Environment, storeId: string, page = ''): string {
  return `/${environment}/${storeId}${page === '' ? '' : `/${page}`}`;
}

export function isEnvironment(value: unknown): value is Environment {
  return value === 'test' || value === 'prod';
}

/** Remembers the place for the next visit. */
export function keepPlace(environment: Environment, storeId: string): void {
  localStorage.setItem(KEPT_UNDER, JSON.stringify({ environment, storeId }));
}

/** The last visited place, else the first store in test; null without a store. */
export function startPlace(stores: readonly SessionStore[]): string | null {
  const [first] = stores;
  if (!first) return null;
  const { environment, storeId } = readKeptPlace();
  const known = stores.find(({ id }) => id === storeId) ?? first;
  return placePath(isEnvironment(environment) ? environment : 'test', known.id);
}

function readKeptPlace(): { environment?: unknown; storeId?: unknown } {
  try {
    return JSON.parse(localStorage.getItem(KEPT_UNDER) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
