import { runApart } from './run-apart.ts';

/** What a merchant's server and its buyers send; signed requests in base64, ready for a socket. */
export interface SellingShop {
  readonly slug: string;
  readonly productName: string;
  readonly sessionRequests: readonly string[];
  readonly tokenRequests: readonly string[];
  /** The request that pays a session, without its id. */
  readonly payment: Readonly<Record<string, unknown>>;
}

export type SellLoad = { readonly port: number; readonly shop: SellingShop } & (
  | { readonly kind: 'sell'; readonly connections: number; readonly seconds: number }
  | { readonly kind: 'pay'; readonly sales: number }
  | { readonly kind: 'visit'; readonly perSecond: number; readonly seconds: number }
);

export interface SellResult {
  readonly count: number;
  readonly seconds: number;
  /** Milliseconds per payment or page. */
  readonly p50: number;
  readonly p99: number;
}

/** Sells, pays or opens pages from a separate process. */
export function runSellLoad(load: SellLoad): Promise<SellResult> {
  return runApart('sell-process.ts', { input: JSON.stringify(load) });
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}
