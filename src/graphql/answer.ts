import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import pg from 'pg';
import { ActionError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import type { Spread } from '../database/spread.ts';
import type { Statement } from '../database/statement.ts';
import type { ReadingTurns } from '../gateway/reading-turns.ts';
import { BusyError } from '../kit/bounded-queue.ts';
import { createCache, digestOf } from '../kit/cache.ts';
import { nextPiece } from '../kit/pieces.ts';
import { tooLarge } from './cost.ts';
import { chooseOperation, type KnownDocument, readDocument, refuseLong } from './document.ts';
import { graphqlErrors, refusal, tooManyAtOnce, withHint } from './errors.ts';
import type { LargeAnswers } from './large-answers.ts';
import { makePlan, type Plan, planBytes } from './plan.ts';
import type { QueryTurns } from './query-turns.ts';
import { readRow } from './read-row.ts';
import type { RootField } from './root-fields.ts';
import { isOfOneStore, type ReadingCaller, type Request, scopeOf, takesTurnsAs } from './scope.ts';
import { shapeOf } from './shape.ts';
import { type Row, writeAnswer } from './write-answer.ts';

/** Size of the cache of query texts. */
const DOCUMENTS = { maxEntries: 1_000, maxBytes: 16 * 1024 * 1024 };
const PLANS = { maxEntries: 2_000, maxBytes: 32 * 1024 * 1024 };
/** Statements with more characters aren't prepared on every connection. */
const MAX_PREPARED_LENGTH = 50_000;

/** The fields of a request's body (docs/contract/graphql.md). */
export interface GraphqlBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

export interface Graphql {
  /**
   * The response's JSON, in several parts if it is large. Throws what is answered with a 4xx
   * status. A page of a list that is read as a whole takes a large query's turn.
   */
  answer(
    caller: ReadingCaller,
    body: GraphqlBody,
    address: string,
    isPage?: boolean,
  ): Promise<readonly Buffer[]>;
}

export interface ReadingLimits {
  readonly turns: ReadingTurns;
  readonly largeAnswers: LargeAnswers;
  readonly queryTurns: QueryTurns;
  /** Statement timeout for anonymous visitors, in milliseconds. */
  readonly visitorMs: number;
}

interface KnownPlan extends Plan {
  uses: number;
  /** Approximate bytes in memory, including its document. */
  readonly bytes: number;
}

/** Answers queries of the schema from the database. */
export function createGraphql(
  schema: GraphQLSchema,
  rootFields: Readonly<Record<string, RootField>>,
  database: Pick<Database, 'query'>,
  { turns, largeAnswers, queryTurns, visitorMs }: ReadingLimits,
  spread: Spread | null = null,
): Graphql {
  const documents = createCache<KnownDocument>({
    ...DOCUMENTS,
    // Refused documents aren't cached: well-behaved callers don't repeat them.
    bytesOf: ({ errors, bytes }) => (errors.length > 0 ? Number.POSITIVE_INFINITY : bytes),
  });
  const plans = createCache<KnownPlan>({ ...PLANS, bytesOf: ({ bytes }) => bytes });

  /** Parsing a new document takes a millisecond or two, so it waits for its turns. */
  async function documentOf(who: string, query: string): Promise<KnownDocument> {
    refuseLong(query);
    const digest = digestOf(query);
    if (!documents.has(digest)) {
      await queryTurns.forText(who);
      await nextPiece(who);
    }
    return documents.get(digest, () => readDocument(schema, query));
  }

  function planFor(
    caller: ReadingCaller,
    body: GraphqlBody,
    known: KnownDocument,
  ): Planned | Refused {
    const operation = chooseOperation(known, body.operationName);
    const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], body.variables, {
      maxErrors: MAX_VARIABLE_ERRORS,
    });
    if (coerced.errors) return { errors: coerced.errors };
    const variables = coerced.coerced;
    const { kind, environment } = caller;
    const isOneStore = spread !== null && isOfOneStore(caller);
    const asked = `${kind} ${environment} ${isOneStore} ${body.operationName} ${shapeOf(variables)} ${body.query}`;
    const plan = plans.get(digestOf(asked), () => {
      const scope = scopeOf(kind, environment, spread && { ...spread, isOneStore });
      const input = { schema, rootFields, operation, scope, variables };
      const made = makePlan({ ...input, fragments: known.fragments });
      return { ...made, uses: 0, bytes: planBytes(made) + known.bytes };
    });
    return { plan, request: { caller, variables } };
  }

  async function fetchRow(
    { plan, request }: Planned,
    address: string,
    isLarge: boolean,
  ): Promise<Row> {
    if (plan.statements.length + plan.pages.length === 0) return {};
    const { caller } = request;
    const deadline = caller.kind === 'slug' ? { timeoutMs: visitorMs } : {};
    plan.uses += 1;
    const toStatement = (text: string, values: readonly unknown[]): Statement => ({
      ...{ text, values, encoding: 'bytes', isOneOfMany: true },
      isSingleUse: isSingleUse(plan, text),
      ...deadline,
    });
    const query = async () => [await readRow(database, plan, request, toStatement)];
    const large = () => largeAnswers.count(caller, address, query);
    try {
      const [row] = await turns.run({ caller, address }, isLarge, isLarge ? large : query);
      return row ?? {};
    } catch (error) {
      if (isTimeout(error)) throw tooSlow();
      if (error instanceof BusyError) throw tooManyAtOnce(error);
      throw isTooLarge(error) ? tooLarge(plan.heaviest) : error;
    }
  }

  return {
    answer: async (caller, body, address, isPage = false) => {
      const who = takesTurnsAs(caller, address);
      const known = await documentOf(who, body.query);
      if (known.errors.length > 0) return [refusal(known.errors)];
      if (known.isAboutSchema) await queryTurns.forSchema(who);
      try {
        const found = planFor(caller, body, known);
        if ('errors' in found) return [refusal(found.errors)];
        const { plan, request } = found;
        const row = await fetchRow(found, address, isPage || plan.isLarge);
        return await writeAnswer(who, plan, request, row);
      } catch (error) {
        if (error instanceof GraphQLError) return [refusal([error])];
        if (error instanceof ActionError && error.status === TOO_MANY) queryTurns.delayText(who);
        throw error;
      }
    },
  };
}

type Planned = { readonly plan: KnownPlan; readonly request: Request };
type Refused = { readonly errors: readonly GraphQLError[] };

/** A statement is prepared when its plan is used again. */
function isSingleUse({ isPlannedWithValues, uses }: KnownPlan, text: string): boolean {
  return isPlannedWithValues || uses === 1 || text.length > MAX_PREPARED_LENGTH;
}

const TOO_MANY = 429;
const MAX_VARIABLE_ERRORS = 20;
/** SQLSTATE of `refuse_large_answer`. */
const TOO_LARGE = 'TG413';
/** SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014';

function isTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === QUERY_CANCELED;
  return error instanceof Error && error.message === 'Query read timeout';
}

function isTooLarge(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === TOO_LARGE;
}

function tooSlow(): ActionError {
  return withHint(
    graphqlErrors.tooSlow,
    '',
    'Narrow the query: name one storeId, a shorter time range, a smaller limit, fewer fields.',
  );
}
