/** What stopped a payment, as text for the visitor. */
export interface Problem {
  readonly title: string;
  readonly text: string;
}
