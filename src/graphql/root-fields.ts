import type { FieldNode } from 'graphql';
import { raw, type Sql, sql } from '../database/database.ts';
import type { Argument } from './arguments.ts';
import type { Compilation } from './compilation.ts';
import { objectSql } from './compile.ts';
import type { Entity, Given, ObjectType, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import { readId } from './filter-sql.ts';
import { compileList, countSql, listSql } from './list-sql.ts';
import { isOnNodes, type PageOfStores, pageOfStores } from './page-of-stores.ts';
import type { Place } from './place.ts';
import { singleSql } from './rows-sql.ts';
import type { Scope } from './scope.ts';
import { ofOneStore } from './spread-sql.ts';

interface EntityRoot {
  readonly kind: 'single' | 'list' | 'count';
  readonly entity: Entity;
  readonly description: string;
}

/** An analysis: queries of rolled-up rows in scope, each a field of its type. */
export interface AnalysisRoot {
  readonly kind: 'analysis';
  readonly type: ObjectType;
  readonly args: Readonly<Record<string, Argument>>;
  readonly description: string;
  /** `with` clauses used by the fields' queries. */
  readonly opening: (given: Given, scope: Scope) => Sql;
}

/** An exchange rate. */
export interface RateRoot {
  readonly kind: 'rate';
  readonly type: ObjectType;
  readonly args: Readonly<Record<string, Argument>>;
  readonly description: string;
  readonly query: (given: Given) => Sql;
}

export type RootField = EntityRoot | AnalysisRoot | RateRoot;

/** The root fields of the entities: single, list and count, if defined. */
export function entityRoots(entities: readonly Entity[]): Record<string, RootField> {
  const roots: Record<string, RootField> = {};
  for (const entity of entities) {
    const { single, list, name } = entity;
    if (single) roots[single] = { kind: 'single', entity, description: `One ${name} by its ID.` };
    if (!list) continue;
    roots[list] = { kind: 'list', entity, description: `Objects of type ${name}, newest first.` };
    const description = `How many objects of type ${name} there are.`;
    roots[`${list}Count`] = { kind: 'count', entity, description };
  }
  return roots;
}

/**
 * SQL for a root field's JSON; two statements for a list over several stores of a cluster. Throws
 * 403 if the credential can't read it.
 */
export function rootSql(
  root: RootField,
  name: string,
  nodes: readonly FieldNode[],
  compilation: Compilation,
): Sql | PageOfStores {
  const given = compilation.given('Query', nodes[0] as FieldNode);
  const place: Place = { row: '', count: 1, depth: 1 };
  switch (root.kind) {
    case 'analysis':
      return analysisSql(root, name, given, nodes, compilation);
    case 'rate': {
      const row = compilation.newRow();
      const object = objectSql(root.type, nodes, { ...place, row, depth: 2 }, compilation);
      return sql`(select ${object} from (${root.query(given)}) ${raw(row)})`;
    }
    default: {
      const { entity } = root;
      const access = entity.access[compilation.scope.reader];
      if (!access || access.nestedOnly) throw graphqlErrors.forbidden(name);
      const target = compilation.newRow();
      if (root.kind === 'single') {
        const rows = { entity, target, conditions: [hasId(entity, target, given)], objectSql };
        return singleSql(rows, nodes, place, compilation);
      }
      const conditions = equalIds(entity, target, given);
      const rows = { entity, target, conditions, given, objectSql };
      if (root.kind === 'list') {
        const acrossStores = isAcrossStores(entity, given, compilation);
        const list = compileList({ ...rows, acrossStores }, nodes, place, compilation);
        return pageOfStores(list, compilation) ?? listSql(list, compilation);
      }
      return countSql(rows, compilation);
    }
  }
}

/** Whether it counts rows of several stores of a cluster, which each node does for its own. */
export function isCountOfSeveral(root: RootField, given: Given, scope: Scope): boolean {
  return root.kind === 'count' && isOnNodes(root.entity, given, scope);
}

/**
 * Whether to read each store separately: a merchant's list without `storeId` covers all stores,
 * unless it is limited to a product, which has few rows. On a cluster, the rows have already been
 * narrowed to one store or gathered in one place.
 */
function isAcrossStores(entity: Entity, { values }: Given, { scope }: Compilation): boolean {
  const { by, store } = entity;
  if (scope.spread || store === 'id') return false;
  const isMerchant = scope.reader === 'apiKey' || scope.reader === 'dashboard';
  return isMerchant && 'storeId' in by && values.storeId == null && !values.productId;
}

/** The condition that the row has the ID of the field's `id` argument. */
export function hasId({ prefix, key }: Entity, row: Row, given: Given): Sql {
  const id = given.bind((values) => readId(prefix, String(values.id)));
  return sql`${raw(key ? key(row) : `${row}.id`)} = ${id}::uuid`;
}

/** Conditions of the given ID arguments; an ID that can't exist matches nothing. */
function equalIds({ by }: Entity, row: Row, given: Given): Sql[] {
  return Object.entries(by).flatMap(([name, { prefix, column }]) => {
    const asked = given.values[name];
    if (asked === undefined || asked === null) return [];
    const id = given.bind((values) => readId(prefix, String(values[name])));
    return [sql`${raw(column(row))} = ${id}::uuid`];
  });
}

/** Figures for a merchant's stores; other callers get none. */
function analysisSql(
  root: AnalysisRoot,
  name: string,
  given: Given,
  nodes: readonly FieldNode[],
  compilation: Compilation,
): Sql {
  const { scope } = compilation;
  if (scope.reader !== 'apiKey' && scope.reader !== 'dashboard') {
    throw graphqlErrors.forbidden(name);
  }
  const object = objectSql(root.type, nodes, { row: '', count: 1, depth: 2 }, compilation);
  const { storeId, storeSlug } = given.values;
  const within = storeId == null && storeSlug == null ? scope : ofOneStore(scope);
  return sql`(${root.opening(given, within)} select ${object})`;
}
