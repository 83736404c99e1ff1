import { firstNumber } from '../load.ts';
import { runApart } from '../run-apart.ts';
import type { CommerceCall } from './calls.ts';
import type { MedusaShop } from './medusa.ts';
import type { TillgateShop } from './tillgate.ts';
import type { VendureShop } from './vendure.ts';

export type OpenShop =
  | { readonly platform: 'Tillgate'; readonly shop: TillgateShop }
  | { readonly platform: 'Medusa'; readonly shop: MedusaShop }
  | { readonly platform: 'Vendure'; readonly shop: VendureShop };

export type Platform = OpenShop['platform'];

export type CommerceLoad = OpenShop & {
  readonly port: number;
  readonly call: CommerceCall;
  readonly connections: number;
  readonly seconds: number;
  /** Call numbers start above it. */
  readonly first: number;
};

/** Calls a platform from a separate process. */
export function runCommerceLoad(
  load: OpenShop & Pick<CommerceLoad, 'port' | 'call' | 'connections' | 'seconds'>,
): Promise<{ readonly count: number; readonly seconds: number }> {
  const input = JSON.stringify({ ...load, first: firstNumber() });
  return runApart('commerce-process.ts', { input });
}
