import { type DocumentNode, visit } from 'graphql';
import { graphqlErrors, withHint } from './errors.ts';

/** Names, punctuation and values of a document; the whole introspection query has about 220. */
export const MOST_TOKENS = 2_000;
/** Renamed fields of a document. */
export const MOST_ALIASES = 50;
export const MOST_DIRECTIVES = 50;
/** Decisions 9: nested selection sets, the root's included; introspection is exempt. */
export const DEEPEST = 7;
/** Decisions 13: objects that the limits of a query's lists allow. */
export const HIGHEST_COST = 20_000;
/** Decisions 9: objects of a list. */
export const DEFAULT_LIMIT = 20;
export const LARGEST_LIMIT = 100;

/** Throws when the document has more aliases or directives than any honest one. */
export function checkDocument(document: DocumentNode): void {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases += 1;
    },
    Directive: () => {
      directives += 1;
    },
  });
  if (aliases > MOST_ALIASES) {
    throw withHint(
      graphqlErrors.tooManyAliases,
      String(MOST_ALIASES),
      'Split the query into several requests, or ask for a list with a filter (id: { in: [...] }) instead of one aliased field for each object.',
    );
  }
  if (directives > MOST_DIRECTIVES) {
    throw withHint(
      graphqlErrors.tooManyDirectives,
      String(MOST_DIRECTIVES),
      'Leave out the fields that are not needed instead of switching each with @skip or @include.',
    );
  }
}

/** Throws when a selection set stands deeper than allowed. */
export function checkDepth(depth: number): void {
  if (depth <= DEEPEST) return;
  throw withHint(
    graphqlErrors.tooDeep,
    String(DEEPEST),
    `Ask for the inner objects by a root field of their own, with ids from a first query; at most ${DEEPEST} nested selection sets are answered.`,
  );
}

/** Adds up the objects that a query may return. Throws as soon as there are too many. */
export function createCostMeter(): { add(objects: number): void } {
  let cost = 0;
  return {
    add: (objects) => {
      cost += objects;
      if (cost <= HIGHEST_COST) return;
      throw withHint(
        graphqlErrors.tooCostly,
        String(HIGHEST_COST),
        `Lower the limit of the lists (default ${DEFAULT_LIMIT}): the limits of nested lists multiply. Page with limit and offset.`,
      );
    },
  };
}
