/** A token bucket's rule: it holds `burst` tokens and regains `perSecond`. */
export interface Limit {
  /** Name of the policy in the `RateLimit` headers. */
  readonly policy: string;
  readonly burst: number;
  readonly perSecond: number;
}
