import { graphqlErrors, withHint } from './errors.ts';
import {
  DEFAULT_LIMIT,
  MAX_ANSWER_BYTES,
  MAX_COST,
  MAX_FIGURES,
  MAX_POSSIBLE_BYTES,
  MEGABYTE,
} from './limits.ts';

/** The maximum cost of a query as far as it has been compiled. */
export interface CostMeter {
  /** Adds a figure, whose SQL is long. Throws as soon as there are too many. */
  addFigure(): void;
  /** Adds objects that lists' limits allow. Throws as soon as there are too many. */
  add(objects: number): void;
  /** Adds the maximum bytes of a field's values. Throws as soon as the total is too large. */
  addBytes(field: string, bytes: number): void;
  readonly objects: number;
  readonly bytes: number;
  /** The fields that may take the most bytes, largest first. */
  heaviest(): readonly string[];
}

/** Number of fields that a hint names. */
const NAMED = 3;

export function createCostMeter(): CostMeter {
  const byField = new Map<string, number>();
  let figures = 0;
  let objects = 0;
  let bytes = 0;
  const heaviest = () =>
    [...byField]
      .sort(([, one], [, other]) => other - one)
      .slice(0, NAMED)
      .map(([field]) => field);
  return {
    addFigure: () => {
      figures += 1;
      if (figures > MAX_FIGURES) throw tooManyFigures();
    },
    add: (more) => {
      objects += more;
      if (objects > MAX_COST) throw tooCostly();
    },
    addBytes: (field, more) => {
      bytes += more;
      byField.set(field, (byField.get(field) ?? 0) + more);
      if (bytes > MAX_POSSIBLE_BYTES) throw mayBeTooLarge(heaviest());
    },
    get objects() {
      return objects;
    },
    get bytes() {
      return bytes;
    },
    heaviest,
  };
}

function tooManyFigures() {
  return withHint(
    graphqlErrors.tooManyFigures,
    String(MAX_FIGURES),
    'Split the query into several requests, one for each analysis.',
  );
}

function tooCostly() {
  return withHint(
    graphqlErrors.tooCostly,
    String(MAX_COST),
    `Lower the limit of the lists (default ${DEFAULT_LIMIT}): the limits of nested lists multiply. Page with limit and offset.`,
  );
}

function mayBeTooLarge(fields: readonly string[]) {
  const most = String(MAX_POSSIBLE_BYTES / MEGABYTE);
  return withHint(graphqlErrors.mayBeTooLarge, most, askLess(fields));
}

/** The refusal of a response larger than allowed. */
export function tooLarge(fields: readonly string[]) {
  const most = String(MAX_ANSWER_BYTES / MEGABYTE);
  return withHint(graphqlErrors.tooLarge, most, askLess(fields));
}

function askLess(fields: readonly string[]): string {
  return `Most of it can come from ${fields.join(', ')}: leave out what is not needed, lower the limit of the lists, and page with limit and offset.`;
}
