import { type DocumentNode, visit } from 'graphql';
import { graphqlErrors, withHint } from './errors.ts';

/** Characters of a query; values come in variables. */
export const MAX_QUERY_LENGTH = 100_000;
/** Names, punctuation and values of a document; the whole introspection query has about 220. */
export const MAX_TOKENS = 2_000;
/** Renamed fields of a document. */
export const MAX_ALIASES = 50;
export const MAX_DIRECTIVES = 50;
/**
 * Nested selection sets, the root's included; introspection is exempt (docs/contract/graphql.md).
 */
export const MAX_DEPTH = 7;
/** Objects that the limits of a query's lists allow. */
export const MAX_COST = 20_000;
export const MEGABYTE = 1024 * 1024;
/** Bytes of an answer. */
export const MAX_ANSWER_BYTES = 8 * MEGABYTE;
/** Bytes that a query's fields can hold, by the limits of its lists; few objects are that full. */
export const MAX_POSSIBLE_BYTES = 200 * MEGABYTE;
/** From here on a query is a large one, of which few run at once. */
export const LARGE_BYTES = 2 * MEGABYTE;
export const LARGE_OBJECTS = 2_000;
/** Objects of a list (docs/contract/graphql.md). */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** Throws when the document has more aliases or directives than any honest one. */
export function checkDocument(document: DocumentNode): void {
  let aliases = 0;
  let directives = 0;
  let isAboutSchema = false;
  visit(document, {
    Field: ({ alias, name }) => {
      if (alias) aliases += 1;
      if (name.value === '__schema') isAboutSchema = true;
    },
    Directive: () => {
      directives += 1;
    },
  });
  if (isAboutSchema && aliases > 0) {
    throw withHint(
      graphqlErrors.schemaAlias,
      '',
      'Ask for __schema in a document of its own, in which no field is renamed.',
    );
  }
  if (aliases > MAX_ALIASES) {
    throw withHint(
      graphqlErrors.tooManyAliases,
      String(MAX_ALIASES),
      'Split the query into several requests, or ask for a list with a filter (id: { in: [...] }) instead of one aliased field for each object.',
    );
  }
  if (directives > MAX_DIRECTIVES) {
    throw withHint(
      graphqlErrors.tooManyDirectives,
      String(MAX_DIRECTIVES),
      'Leave out the fields that are not needed instead of switching each with @skip or @include.',
    );
  }
}

/** Throws when a selection set stands deeper than allowed. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw withHint(
    graphqlErrors.tooDeep,
    String(MAX_DEPTH),
    `Ask for the inner objects by a root field of their own, with ids from a first query; at most ${MAX_DEPTH} nested selection sets are answered.`,
  );
}
