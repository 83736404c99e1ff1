/** A node of the parse tree: an object whose single key is its type. */
// biome-ignore lint/suspicious/noExplicitAny: the parser's tree is read, never made.
export type Node = any;

/** A table, query or function that a statement reads from, under its alias. */
export interface Relation {
  readonly name: string;
  /** Null for the rows of a subquery, whose columns were judged with it. */
  readonly table: string | null;
  /** The column with its store; null if there is none. */
  readonly key: string | null;
  /** Columns known to be limited to the stores named by the caller; `*`: all. */
  readonly bound: Set<string>;
}

export interface Scope {
  readonly relations: readonly Relation[];
  /** The enclosing statement. */
  readonly outer: Scope | null;
}

/** Whether the value comes from a parameter, or from a column compared with one. */
export function isBound(expression: Node, scope: Scope): boolean {
  if (!expression) return false;
  if (expression.TypeCast) return isBound(expression.TypeCast.arg, scope);
  if (expression.ParamRef || expression.A_Const) return true;
  if (expression.A_ArrayExpr) return allBound(expression.A_ArrayExpr.elements, scope);
  if (expression.List) return allBound(expression.List.items, scope);
  if (!expression.ColumnRef) return false;
  const { relations, column } = resolve(expression, scope);
  return relations.some(({ bound }) => bound.has(column) || bound.has('*'));
}

function allBound(expressions: Node[] | undefined, scope: Scope): boolean {
  return (expressions ?? []).every((expression) => isBound(expression, scope));
}

/** The relations that a column may belong to: the nearest that have it. */
export function resolve(expression: Node, scope: Scope) {
  const names: string[] = expression.ColumnRef.fields.map((field: Node) => field.String?.sval);
  const column = names.at(-1) ?? '*';
  const qualifier = names.length > 1 ? names.at(-2) : undefined;
  const has = (relation: Relation) =>
    qualifier === undefined
      ? relation.key === column || relation.bound.has(column) || relation.bound.has('*')
      : relation.name === qualifier;
  for (let at: Scope | null = scope; at; at = at.outer) {
    const relations = at.relations.filter(has);
    if (relations.length > 0) return { relations, column };
  }
  return { relations: [] as Relation[], column };
}

/** Adds to each relation what the condition, which must hold, says about its store. */
export function bindBy(condition: Node, scope: Scope): void {
  let before = -1;
  for (let size = 0; size !== before; size = sizeOf(scope)) {
    before = size;
    for (const relation of boundIn(condition, scope)) relation.bound.add(relation.key as string);
  }
}

const sizeOf = ({ relations }: Scope) => relations.reduce((sum, { bound }) => sum + bound.size, 0);

function boundIn(condition: Node, scope: Scope): Set<Relation> {
  if (condition?.BoolExpr) {
    const { boolop, args } = condition.BoolExpr;
    const parts: Set<Relation>[] = args.map((part: Node) => boundIn(part, scope));
    if (boolop === 'AND_EXPR') return new Set(parts.flatMap((part) => [...part]));
    if (boolop === 'OR_EXPR') {
      return new Set([...(parts[0] ?? [])].filter((one) => parts.every((part) => part.has(one))));
    }
    return new Set();
  }
  // Rows about an account, which belong to no store.
  if (condition?.NullTest?.nulltesttype === 'IS_NULL') {
    return new Set(keyed(condition.NullTest.arg, scope));
  }
  const comparison = condition?.A_Expr;
  if (comparison?.name?.[0]?.String?.sval !== '=') return new Set();
  if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(comparison.kind)) return new Set();
  const { lexpr: left, rexpr: right } = comparison;
  if (left.RowExpr && right.RowExpr) {
    const pairs = left.RowExpr.args.map((one: Node, place: number) => [
      one,
      right.RowExpr.args[place],
    ]);
    return new Set(pairs.flatMap(([one, other]: Node[]) => equated(one, other, scope)));
  }
  return new Set(equated(left, right, scope));
}

function equated(left: Node, right: Node, scope: Scope): Relation[] {
  return [
    ...(isBound(right, scope) ? keyed(left, scope) : []),
    ...(isBound(left, scope) ? keyed(right, scope) : []),
  ];
}

/** The relations of this scope whose store the expression is. */
function keyed(expression: Node, scope: Scope): Relation[] {
  if (!expression?.ColumnRef) return [];
  const { relations, column } = resolve(expression, scope);
  return relations.filter((one) => one.key === column && scope.relations.includes(one));
}
