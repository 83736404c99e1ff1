import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { gatewayErrors } from '../gateway/errors.ts';
import { isStorable } from '../kit/text.ts';
import { graphqlErrors, withHint } from './errors.ts';

/** Maximum characters of a query; values are passed in variables. */
export const MAX_QUERY_LENGTH = 100_000;
/**
 * Maximum names, punctuators and values of a document; the full introspection query has about 220.
 */
export const MAX_TOKENS = 2_000;
/** Maximum aliases of a document. */
const MAX_ALIASES = 50;
const MAX_DIRECTIVES = 50;
/**
 * Maximum nested selection sets, including the root's; introspection is exempt
 * (docs/contract/graphql.md).
 */
export const MAX_DEPTH = 7;
/** Maximum objects that the limits of a query's lists allow. */
export const MAX_COST = 20_000;
/**
 * Maximum fields of a query, because fragments repeat those of a document. An object counts as
 * several more, because its SQL is longer.
 */
export const MAX_FIELDS = 4_000;
const OBJECT_FIELDS = 5;
/** Maximum figures of analyses, whose SQL is longest. */
export const MAX_FIGURES = 200;
/** Maximum fields of the schema in a response; the full introspection query reads about 20,000. */
export const MAX_SCHEMA_FIELDS = 50_000;
export const MEGABYTE = 1024 * 1024;
/** Maximum bytes of a response. */
export const MAX_ANSWER_BYTES = 8 * MEGABYTE;
/**
 * Maximum bytes that a query's fields can contain by the limits of its lists; few objects are that
 * large.
 */
export const MAX_POSSIBLE_BYTES = 200 * MEGABYTE;
/** From this size on a query is a large one, of which only a few run concurrently. */
export const LARGE_BYTES = 2 * MEGABYTE;
export const LARGE_OBJECTS = 2_000;
/** Objects of a list: default and maximum (docs/contract/graphql.md). */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/**
 * Throws when the document has more aliases or directives than any reasonable one, or text that no
 * column can store: escapes such as `\u0000` in it are decoded only after the body was checked.
 */
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
    StringValue: ({ value }) => {
      if (!isStorable(value)) throw gatewayErrors.unstorableText();
    },
  });
  if (aliases > MAX_ALIASES) {
    throw withHint(
      graphqlErrors.tooManyAliases,
      String(MAX_ALIASES),
      'Split the query into several requests, or ask for a list with a filter (id: { in: [...] }) instead of one aliased field for each object.',
    );
  }
  if (expandedFields(document) > MAX_FIELDS) {
    throw withHint(
      graphqlErrors.tooManyFields,
      String(MAX_FIELDS),
      'Fragments that contain fragments multiply: spread them fewer times, or split the query into several requests.',
    );
  }
  if (directives > MAX_DIRECTIVES) {
    throw withHint(
      graphqlErrors.tooManyDirectives,
      String(MAX_DIRECTIVES),
      'Omit unneeded fields instead of switching each with @skip or @include.',
    );
  }
}

/** Fields of all operations with fragments expanded, in time that doesn't depend on their number. */
function expandedFields({ definitions }: DocumentNode): number {
  const fragments = new Map<string, SelectionSetNode>();
  const known = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const set = fragments.get(name);
    if (!known.has(name) && set) {
      // Validation refuses a fragment that contains itself.
      known.set(name, 0);
      known.set(name, count(set));
    }
    return known.get(name) ?? 0;
  };
  const count = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + ofFragment(node.name.value);
      const inner = node.selectionSet ? count(node.selectionSet) : 0;
      if (node.kind === Kind.INLINE_FRAGMENT) return sum + inner;
      return sum + 1 + (node.selectionSet ? OBJECT_FIELDS + inner : 0);
    }, 0);
  for (const node of definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  return definitions.reduce(
    (sum, node) => sum + (node.kind === Kind.OPERATION_DEFINITION ? count(node.selectionSet) : 0),
    0,
  );
}

/** Throws when a selection set is nested too deeply. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw withHint(
    graphqlErrors.tooDeep,
    String(MAX_DEPTH),
    `Ask for the inner objects by a root field of their own, with ids from a first query; at most ${MAX_DEPTH} nested selection sets are answered.`,
  );
}
