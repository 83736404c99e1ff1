import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import type { Node } from './scope.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../src/database/migrations');
/** A row passed to a trigger, or one of the changed rows: bound, like parameters. */
const VALUE_OF_ROW = /\b(new|old|changed)\.\w+/g;
/** All rows passed to a statement-level trigger. */
const ROWS_OF_STATEMENT = /\bfrom moved\b/g;

/** The statements of each function as of the latest migration, with its arguments as parameters. */
export function readDatabaseFunctions(): ReadonlyMap<string, readonly string[]> {
  const functions = new Map<string, readonly string[]>();
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8');
    for (const { stmt, stmt_location: at = 0, stmt_len: length } of (parseSync(text) as Node)
      .stmts) {
      const made = stmt.CreateFunctionStmt;
      if (!made) continue;
      // The parser counts bytes.
      const own = Buffer.from(text)
        .subarray(at, at + length)
        .toString();
      functions.set(made.funcname[0].String.sval, isPlpgsql(made) ? inPlpgsql(own) : [inSql(made)]);
    }
  }
  return functions;
}

function optionOf(made: Node, name: string): Node {
  return made.options.find(({ DefElem }: Node) => DefElem.defname === name).DefElem.arg;
}

const isPlpgsql = (made: Node) => optionOf(made, 'language').String.sval === 'plpgsql';

/** Its parameters are referenced by name. */
function inSql(made: Node): string {
  const names: string[] = made.parameters.map(({ FunctionParameter: { name } }: Node) => name);
  const body: string = optionOf(made, 'as').List.items[0].String.sval;
  return body.replaceAll(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), '$$1');
}

/** The function's statements, including those inside conditions. */
function inPlpgsql(text: string): string[] {
  const [{ PLpgSQL_function: made }] = (parsePlPgSQLSync(text) as Node).plpgsql_funcs;
  return expressionsIn(made.action).map(({ query, parseMode }) => {
    const statement = parseMode === 0 ? query : `select ${query.replace(/^\w+ := /, '')}`;
    return statement
      .replaceAll(VALUE_OF_ROW, '$$1')
      .replaceAll(ROWS_OF_STATEMENT, 'from unnest($$1) moved');
  });
}

function expressionsIn(node: Node): { readonly query: string; readonly parseMode: number }[] {
  if (node === null || typeof node !== 'object') return [];
  if (node.PLpgSQL_expr) return [{ parseMode: 0, ...node.PLpgSQL_expr }];
  return Object.values(node).flatMap(expressionsIn);
}
