/**
 * The sandbox's replacement for a card form's tokenization. Card numbers are neither stored nor
 * logged.
 */
export interface SandboxCards {
  /** A token for a test card; null for any other number. */
  tokenize(card: { readonly number: string } & CardExpiry, now: Date): Promise<SandboxToken | null>;
}

export interface CardExpiry {
  readonly expMonth: number;
  readonly expYear: number;
}

export interface SandboxToken {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}
