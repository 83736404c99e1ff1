/** What stopped a payment, in words for the visitor. */
export interface Problem {
  readonly title: string;
  readonly text: string;
}
