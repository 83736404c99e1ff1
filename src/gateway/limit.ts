/** A token bucket's rule: capacity `burst`, refilled at `perSecond`. */
export interface Limit {
  /** The policy's name in the `RateLimit` headers. */
  readonly policy: string;
  readonly burst: number;
  readonly perSecond: number;
}
