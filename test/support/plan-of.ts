import type pg from 'pg';
import type { Statement } from '../../src/database/statement.ts';
import { createReadingTurns } from '../../src/gateway/reading-turns.ts';
import { createGraphql } from '../../src/graphql/answer.ts';
import { createQueryTurns } from '../../src/graphql/query-turns.ts';
import { rootFields } from '../../src/graphql/roots.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import type { ReadingCaller } from '../../src/graphql/scope.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Join Type'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

type Explain = (query: string, variables?: Record<string, unknown>) => Promise<PlanNode>;

/** Shows how the database would answer GraphQL queries of a caller, without running them. */
export function createExplain(connection: pg.Client, caller: ReadingCaller): Explain {
  const holder: { asked?: Statement } = {};
  const graphql = createGraphql(
    createSchema(rootFields(null)),
    rootFields(null),
    {
      query: async (statement) => {
        holder.asked = statement;
        return [];
      },
    },
    {
      turns: createReadingTurns({ connections: 1, maxWaitMs: 1_000 }),
      largeAnswers: { count: (_caller, _address, query) => query() },
      queryTurns: createQueryTurns(false),
      visitorMs: 1_000,
    },
  );
  return async (query, variables = {}) => {
    delete holder.asked;
    const answer = await graphql.answer(
      caller,
      { query, variables, operationName: null },
      '127.0.0.1',
    );
    if (!holder.asked) throw new Error(answer.toString());
    const { text, values } = holder.asked;
    const { rows } = await connection.query(`explain (format json) ${text}`, [...values]);
    return rows[0]['QUERY PLAN'][0].Plan;
  };
}
