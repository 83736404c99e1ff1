import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationContext,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import { ActionError } from '../contract/errors.ts';
import { textBytes } from '../kit/cache.ts';
import { graphqlErrors, withHint } from './errors.ts';
import { checkDocument, MAX_QUERY_LENGTH, MAX_TOKENS } from './limits.ts';

/** A parsed and validated document, shared by all requests with its text. */
export interface KnownDocument {
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Validation errors; a document with errors is never executed. */
  readonly errors: readonly GraphQLError[];
  /** Whether it asks for the schema, which is read in one go. */
  readonly isAboutSchema: boolean;
  /** Approximate bytes in memory, including its text. */
  readonly bytes: number;
}

/** Maximum errors that validation reports. */
const MAX_ERRORS = 20;
const ABOUT_SCHEMA = /__(?:schema|type)\b/;
/** Bytes of a token: itself, its location and its share of the nodes. */
const TOKEN_BYTES = 400;

/**
 * Parses and validates. Throws 400 for a syntax error or an exceeded limit, 403 for anything but a
 * query.
 */
export function readDocument(schema: GraphQLSchema, text: string): KnownDocument {
  const document = parseText(text);
  checkDocument(document);
  const operations: OperationDefinitionNode[] = [];
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node);
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  }
  const writing = operations.find(({ operation }) => operation !== 'query');
  if (writing) throw graphqlErrors.readOnly(writing.operation);
  if (operations.length === 0) throw graphqlErrors.noOperation();
  const errors = validate(schema, document, RULES, { maxErrors: MAX_ERRORS });
  const bytes = textBytes(text) + tokensOf(document) * TOKEN_BYTES;
  return { operations, fragments, errors, isAboutSchema: ABOUT_SCHEMA.test(text), bytes };
}

/** Throws 400 for a text longer than any reasonable query, before parsing it. */
export function refuseLong(query: string): void {
  if (query.length <= MAX_QUERY_LENGTH) return;
  throw withHint(
    graphqlErrors.tooLong,
    String(MAX_QUERY_LENGTH),
    'Send values as variables, and split the query into several requests.',
  );
}

function tokensOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) tokens += 1;
  return tokens;
}

function parseText(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('tokens. Parsing aborted')) {
      throw withHint(
        graphqlErrors.tooManyTokens,
        String(MAX_TOKENS),
        'Split the query into several requests, and send values as variables.',
      );
    }
    throw atPlace(graphqlErrors.syntax(error.message), error);
  }
}

/** The refusal with its location in the document, like validation errors. */
function atPlace({ status, entries }: ActionError, { locations }: GraphQLError): ActionError {
  return new ActionError(
    status,
    entries.map((entry) => ({ ...entry, ...(locations ? { locations } : {}) })),
  );
}

/** `Variable "$id" of type "String!" used in position expecting type "ID!".` */
const TEXT_AS_ID =
  /^Variable "\$\w+" of type "(?:String!" used in position expecting type "ID!?|String" used in position expecting type "ID)"\.$/;

/** IDs may be passed in variables declared as String (docs/contract/graphql.md). */
function idsFromStrings(context: ValidationContext) {
  const lenient: ValidationContext = Object.create(context, {
    reportError: {
      value: (error: GraphQLError) => {
        if (!TEXT_AS_ID.test(error.message)) context.reportError(error);
      },
    },
  });
  return VariablesInAllowedPositionRule(lenient);
}

const RULES = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? idsFromStrings : rule,
);

/** The operation to execute. Throws 400 if it is ambiguous. */
export function chooseOperation(
  { operations }: KnownDocument,
  name: string | null,
): OperationDefinitionNode {
  if (name !== null) {
    const named = operations.find((operation) => operation.name?.value === name);
    if (!named) throw graphqlErrors.unknownOperation(name);
    return named;
  }
  if (operations.length > 1) throw graphqlErrors.severalOperations();
  return operations[0] as OperationDefinitionNode;
}
