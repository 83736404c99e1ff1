import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql';
import pg from 'pg';
import type { Warning } from '../contract/action.ts';
import type { ActionError } from '../contract/errors.ts';
import type { Database } from '../database/database.ts';
import { createCache } from './cache.ts';
import { chooseOperation, type KnownDocument, readDocument } from './document.ts';
import { graphqlErrors, withHint } from './errors.ts';
import { fillMarks } from './marks.ts';
import { makePlan, type Plan } from './plan.ts';
import type { RootField } from './root-fields.ts';
import { type ReadingCaller, type Request, scopeOf } from './scope.ts';
import { shapeOf } from './shape.ts';

/** What is kept of texts that were asked before. */
const MOST_DOCUMENTS = 1_000;
const MOST_PLANS = 2_000;
/** Statements that every connection keeps prepared; a plan is worth it from its second use on. */
const MOST_PREPARED = 300;

/** The fields of a request's body (Specification 4.13). */
export interface GraphqlBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

export interface Graphql {
  /** The answer's text. Throws what is answered with a 4xx status. */
  answer(caller: ReadingCaller, body: GraphqlBody): Promise<string>;
}

interface KnownPlan extends Plan {
  uses: number;
}

/** Answers queries of the schema from the database, one statement each. */
export function createGraphql(
  schema: GraphQLSchema,
  rootFields: Readonly<Record<string, RootField>>,
  database: Pick<Database, 'query'>,
): Graphql {
  const documents = createCache<KnownDocument>(MOST_DOCUMENTS);
  const plans = createCache<KnownPlan>(MOST_PLANS);
  const prepared = new Set<string>();

  function planFor(caller: ReadingCaller, body: GraphqlBody, known: KnownDocument): PlanAndRequest {
    const operation = chooseOperation(known, body.operationName);
    const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], body.variables, {
      maxErrors: MOST_VARIABLE_ERRORS,
    });
    if (coerced.errors) return { errors: coerced.errors };
    const variables = coerced.coerced;
    const { kind, environment } = caller;
    const key = `${kind} ${environment} ${body.operationName} ${shapeOf(variables)} ${body.query}`;
    const plan = plans.get(key, () => {
      const scope = scopeOf(kind, environment);
      const input = { schema, rootFields, operation, scope, variables };
      return { ...makePlan({ ...input, fragments: known.fragments }), uses: 0 };
    });
    return { plan, request: { caller, variables } };
  }

  /** A statement is prepared when it comes again, and never more than the most. */
  function isSingleUse(plan: KnownPlan, text: string): boolean {
    plan.uses += 1;
    if (prepared.has(text)) return false;
    if (plan.uses === 1 || prepared.size >= MOST_PREPARED) return true;
    prepared.add(text);
    return false;
  }

  async function fetchRow(plan: KnownPlan, request: Request): Promise<Row> {
    if (!plan.statement) return {};
    const { text, binds } = plan.statement;
    const values = binds.map((bind) => bind(request));
    try {
      const statement = { text, values, isSingleUse: isSingleUse(plan, text) };
      const [row] = await database.query<Row>(statement);
      return row ?? {};
    } catch (error) {
      throw isTimeout(error) ? tooSlow() : error;
    }
  }

  return {
    answer: async (caller, body) => {
      const known = documents.get(body.query, () => readDocument(schema, body.query));
      if (known.errors.length > 0) return refusal(known.errors);
      try {
        const found = planFor(caller, body, known);
        if ('errors' in found) return refusal(found.errors);
        const { plan, request } = found;
        return writeAnswer(plan, request, await fetchRow(plan, request));
      } catch (error) {
        if (error instanceof GraphQLError) return refusal([error]);
        throw error;
      }
    },
  };
}

type Row = Readonly<Record<string, string | null>>;
type PlanAndRequest =
  | { readonly plan: KnownPlan; readonly request: Request }
  | { readonly errors: readonly GraphQLError[] };

const MOST_VARIABLE_ERRORS = 20;
/** SQLSTATE of a statement that ran into its time-out. */
const QUERY_CANCELED = '57014';

function isTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === QUERY_CANCELED;
  return error instanceof Error && error.message === 'Query read timeout';
}

function tooSlow(): ActionError {
  return withHint(
    graphqlErrors.tooSlow,
    '',
    'Narrow the query: name one storeId, a shorter time range, a smaller limit, fewer fields.',
  );
}

/** Validation and arguments that mean nothing: status 200, the errors in the body. */
function refusal(errors: readonly GraphQLError[]): string {
  const shown = errors.map((error): GraphQLFormattedError & { layer: string } => {
    const { message, locations, path } = error.toJSON();
    return {
      message,
      layer: 'graphql',
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
    };
  });
  return JSON.stringify({ data: null, errors: shown });
}

function writeAnswer(plan: Plan, request: Request, row: Row): string {
  const entries = plan.entries.map(([key, source]) => {
    const text = 'column' in source ? row[source.column] : source.text(request.variables);
    return `"${key}":${text ?? 'null'}`;
  });
  const warnings: readonly Warning[] = plan.warnings;
  const rest = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return `{"data":${fillMarks(`{${entries.join(',')}}`, plan.writers)}${rest}}`;
}
