/** A field's argument in the schema. */
export interface Argument {
  readonly type: 'ID' | 'String' | 'Int' | 'Granularity' | 'AnalyticsFilter' | 'CurrencyCode';
  readonly description: string;
  readonly required?: boolean;
  readonly fallback?: unknown;
}

export const GRANULARITIES = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL_TIME'] as const;
export type Granularity = (typeof GRANULARITIES)[number];
