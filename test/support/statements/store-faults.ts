import { parseSync } from 'libpg-query';
import { bindBy, isBound, type Node, type Relation, type Scope } from './scope.ts';

/** Tables by name with the column that names their store. */
export interface Tables {
  /** Tables for which each statement must name the store. */
  readonly tenant: ReadonlySet<string>;
  /** Small tables that map something to its store. */
  readonly directories: ReadonlyMap<string, string>;
}

interface Column {
  readonly name: string;
  readonly isBound: boolean;
}

type Queries = ReadonlyMap<string, readonly Column[]>;

/** The tenant tables, by alias, whose store the statement doesn't name. */
export function findStoreFaults(text: string, tables: Tables): string[] {
  const faults = new Set<string>();

  function visit(statement: Node, outer: Scope | null, around: Queries): readonly Column[] {
    const [kind, node] = Object.entries<Node>(statement)[0] ?? [];
    const queries = withQueries(node, outer, around);
    if (kind === 'SelectStmt') return visitSelect(node, outer, queries);
    if (kind === 'InsertStmt') return visitInsert(node, outer, queries);
    if (kind === 'UpdateStmt') return visitChange(node, node.fromClause, outer, queries);
    if (kind === 'DeleteStmt') return visitChange(node, node.usingClause, outer, queries);
    return [];
  }

  function withQueries(node: Node, outer: Scope | null, around: Queries): Queries {
    const queries = new Map(around);
    for (const { CommonTableExpr: query } of node.withClause?.ctes ?? []) {
      const body = query.ctequery;
      if (node.withClause.recursive && body.SelectStmt?.larg) {
        queries.set(query.ctename, visit({ SelectStmt: body.SelectStmt.larg }, outer, queries));
      }
      const columns = visit(body, outer, queries);
      queries.set(query.ctename, renamed(columns, query.aliascolnames));
    }
    return queries;
  }

  function visitSelect(node: Node, outer: Scope | null, queries: Queries): readonly Column[] {
    if (node.larg) {
      const left = visit({ SelectStmt: node.larg }, outer, queries);
      const right = visit({ SelectStmt: node.rarg }, outer, queries);
      return left.map((one, at) => ({ ...one, isBound: one.isBound && !!right[at]?.isBound }));
    }
    if (node.valuesLists) {
      const scope: Scope = { relations: [], outer };
      const rows: Node[][] = node.valuesLists.map(({ List }: Node) => List.items);
      for (const row of rows) row.forEach((value) => void visitInside(value, scope, queries));
      return (rows[0] ?? []).map((_: Node, at: number) => ({
        name: `column${at + 1}`,
        isBound: rows.every((row) => isBound(row[at], scope)),
      }));
    }
    const scope = open(node.fromClause ?? [], node.whereClause, outer, queries);
    const { withClause, fromClause, ...rest } = node;
    visitInside(rest, scope, queries);
    return columnsOf(node.targetList ?? [], scope);
  }

  function visitInsert(node: Node, outer: Scope | null, queries: Queries): readonly Column[] {
    const { relname: table } = node.relation;
    const values = node.selectStmt ? visit(node.selectStmt, outer, queries) : [];
    const place = (node.cols ?? []).findIndex(
      ({ ResTarget }: Node) => ResTarget.name === 'store_id',
    );
    if (tables.tenant.has(table) && !values[place]?.isBound) faults.add(`${table} (insert)`);
    const target = relationOf(node.relation, queries);
    if (target.key) target.bound.add(target.key);
    const scope: Scope = { relations: [target], outer };
    visitInside(node.onConflictClause, scope, queries);
    return columnsOf(node.returningClause?.exprs ?? node.returningList ?? [], scope);
  }

  function visitChange(node: Node, from: Node[], outer: Scope | null, queries: Queries) {
    const items = [{ RangeVar: node.relation }, ...(from ?? [])];
    const scope = open(items, node.whereClause, outer, queries);
    const { withClause, fromClause, usingClause, ...rest } = node;
    visitInside(rest, scope, queries);
    return columnsOf(node.returningClause?.exprs ?? node.returningList ?? [], scope);
  }

  /** What the statement reads from, with what its conditions say about the stores. */
  function open(from: Node[], where: Node, outer: Scope | null, queries: Queries): Scope {
    const relations: Relation[] = [];
    const scope: Scope = { relations, outer };
    const conditions: Node[] = where ? [where] : [];
    const enter = (item: Node): void => {
      if (item.RangeVar) relations.push(relationOf(item.RangeVar, queries));
      else if (item.RangeSubselect) {
        const { subquery, alias } = item.RangeSubselect;
        // A lateral item may refer to the relations known so far.
        bindBy({ BoolExpr: { boolop: 'AND_EXPR', args: conditions } }, scope);
        const columns = renamed(visit(subquery, scope, queries), alias?.colnames);
        relations.push(derived(alias?.aliasname ?? '', columns));
      } else if (item.JoinExpr) {
        const { larg, rarg, quals, usingClause } = item.JoinExpr;
        enter(larg);
        const left = relations.length;
        enter(rarg);
        if (quals) conditions.push(quals);
        for (const { String: column } of usingClause ?? []) {
          const one = relations
            .slice(0, left)
            .find(({ key, bound }) => key === column.sval || bound.has(column.sval));
          const other = relations[left];
          if (one && other) conditions.push(equality(one.name, other.name, column.sval));
        }
      } else if (item.RangeFunction) {
        visitInside(item.RangeFunction.functions, scope, queries);
        relations.push({
          ...derived(item.RangeFunction.alias?.aliasname ?? '', []),
          bound: new Set(['*']),
        });
      }
    };
    from.forEach(enter);
    bindBy({ BoolExpr: { boolop: 'AND_EXPR', args: conditions } }, scope);
    for (const { table, key, bound, name } of relations) {
      if (!table || !tables.tenant.has(table) || bound.has(key as string)) continue;
      faults.add(name === table ? table : `${table} ${name}`);
    }
    for (const condition of conditions) visitInside(condition, scope, queries);
    return scope;
  }

  function relationOf({ relname, alias }: Node, queries: Queries): Relation {
    const name = alias?.aliasname ?? relname;
    const columns = queries.get(relname);
    if (columns) return derived(name, columns);
    const key = tables.tenant.has(relname) ? 'store_id' : (tables.directories.get(relname) ?? null);
    return { name, table: relname, key, bound: new Set() };
  }

  /** Subqueries anywhere inside an expression. */
  function visitInside(node: Node, scope: Scope, queries: Queries): void {
    if (node === null || typeof node !== 'object') return;
    if (node.SelectStmt) {
      visit(node, scope, queries);
      return;
    }
    for (const part of Object.values(node)) visitInside(part, scope, queries);
  }

  for (const { stmt } of parseSync(text).stmts ?? []) visit(stmt, null, new Map());
  return [...faults];
}

function derived(name: string, columns: readonly Column[]): Relation {
  const bound = new Set(columns.filter((column) => column.isBound).map((column) => column.name));
  return { name, table: null, key: null, bound };
}

function renamed(columns: readonly Column[], names: Node[] | undefined): readonly Column[] {
  return columns.map((column, at) => ({
    ...column,
    name: names?.[at]?.String.sval ?? column.name,
  }));
}

function columnsOf(targets: Node[], scope: Scope): Column[] {
  return targets.flatMap(({ ResTarget: { name, val } }) => {
    const fields: Node[] | undefined = val.ColumnRef?.fields;
    if (!fields?.at(-1)?.A_Star) {
      return [{ name: name ?? fields?.at(-1)?.String?.sval ?? '', isBound: isBound(val, scope) }];
    }
    const of = fields && fields.length > 1 ? fields[0]?.String?.sval : undefined;
    return scope.relations
      .filter((relation) => of === undefined || relation.name === of)
      .flatMap(({ bound }) => [...bound].map((column) => ({ name: column, isBound: true })));
  });
}

function equality(one: string, other: string, column: string): Node {
  const side = (name: string) => ({
    ColumnRef: { fields: [{ String: { sval: name } }, { String: { sval: column } }] },
  });
  const operator = [{ String: { sval: '=' } }];
  return { A_Expr: { kind: 'AEXPR_OP', name: operator, lexpr: side(one), rexpr: side(other) } };
}
