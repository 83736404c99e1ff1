import type { Environment } from '../../api/client.ts';

/** A query and its response, as stored in the explorer's history. */
export interface Run {
  readonly id: string;
  readonly text: string;
  readonly variables: string;
  readonly at: string;
  /** 0 without a response. */
  readonly status: number;
  readonly durationMs: number;
  /** The formatted response, including errors and warnings. */
  readonly answer: string;
}

/** Runs a query with the dashboard's session; never throws if there is a response. */
export async function runQuery(
  text: string,
  variables: string,
  environment: Environment,
): Promise<Run> {
  const startedAt = new Date();
  const made = { id: crypto.randomUUID(), text, variables, at: startedAt.toISOString() };
  const done = (status: number, answer: unknown): Run => ({
    ...made,
    status,
    durationMs: Date.now() - startedAt.getTime(),
    answer: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2),
  });
  const given = readVariables(variables);
  if (given === null) return done(0, 'The variables aren’t a JSON object.');
  try {
    const response = await fetch('/v1/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-environment': environment },
      body: JSON.stringify({ query: text, variables: given }),
    });
    return done(response.status, await response.json());
  } catch {
    return done(0, 'No response received. Check your connection and try again.');
  }
}

/** The variables as an object, empty for an empty text; null if it isn't a JSON object. */
function readVariables(text: string): object | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
