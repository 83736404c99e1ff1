import type { FieldNode } from 'graphql';
import { join, raw, type Sql, sql } from '../database/database.ts';
import { requireReader } from './access.ts';
import { AROUND_BYTES, MAX_ITEMS, USUAL_BYTES } from './bytes.ts';
import type { Compilation } from './compilation.ts';
import type {
  Entity,
  EntriesField,
  Field,
  FigureField,
  ItemsField,
  LinkField,
  ObjectType,
  Row,
} from './description.ts';
import { entityNamed } from './entity-names.ts';
import { listWriter } from './entries.ts';
import { checkDepth, MAX_ANSWER_BYTES } from './limits.ts';
import { compileList, listSql } from './list-sql.ts';
import { writerMark } from './marks.ts';
import { inSteps } from './measured.ts';
import { storeOf } from './of-store.ts';
import { limitOf, OF_FIGURE } from './pages.ts';
import { arraySql, deeper, type Place } from './place.ts';
import { singleSql } from './rows-sql.ts';

/** PostgreSQL functions take at most 100 arguments, two for each entry. */
const MAX_ENTRIES = 50;

/**
 * SQL for the JSON text of an object with the selected fields, for one row. Concatenating text
 * costs PostgreSQL about half as much as its JSON functions (docs/decisions/0014-json-as-text.md).
 */
export function objectSql(
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  checkDepth(place.depth);
  const entries: Entries = [];
  const before = compilation.cost.bytes;
  for (const [key, selected] of compilation.collect(type.name, nodes)) {
    const name = selected[0]?.name.value as string;
    const field = type.fields[name];
    const all = place.count * (key.length + AROUND_BYTES + bytesOf(field));
    compilation.cost.addBytes(`${type.name}.${name}`, all);
    entries.push([key, valueSql(type, name, selected, place, compilation)]);
  }
  const bytes = (compilation.cost.bytes - before) / Math.max(1, place.count);
  return bytes > MAX_ANSWER_BYTES ? buildMeasured(entries) : buildObject(entries);
}

type Entries = (readonly [key: string, value: Sql])[];

/** The object of a row that may exceed the maximum response size. */
function buildMeasured(entries: Entries): Sql {
  const { from, values } = inSteps(entries.map(([, value]) => value));
  const object = buildObject(entries.map(([key], nth) => [key, values[nth] as Sql]));
  return sql`(select ${object} from ${from})`;
}

/** Maximum bytes of the field's own value; nested objects add theirs. */
function bytesOf(field: Field | undefined): number {
  if (!field) return USUAL_BYTES;
  return field.kind === 'scalar' ? (field.bytes ?? USUAL_BYTES) : 0;
}

function buildObject(entries: Entries): Sql {
  // All fields were excluded by a condition or belong to another type.
  if (entries.length === 0) return raw(`'{}'`);
  const parts = entries.map(([key, value], index) => {
    const before = raw(`'${index === 0 ? '{' : ','}"${key}":'`);
    return sql`${before}, coalesce(${value}, 'null')`;
  });
  parts.push(raw(`'}'`));
  return concatenated(parts);
}

function concatenated(parts: readonly Sql[]): Sql {
  if (parts.length <= MAX_ENTRIES) return sql`concat(${join([...parts], ', ')})`;
  const head = concatenated(parts.slice(0, MAX_ENTRIES));
  return sql`concat(${head}, ${concatenated(parts.slice(MAX_ENTRIES))})`;
}

function valueSql(
  type: ObjectType,
  name: string,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  if (name === '__typename') return raw(`'"${type.name}"'`);
  const field = type.fields[name];
  if (!field) throw new Error(`${type.name} has no field ${name}`);
  requireReader(type, name, field, compilation.scope);
  const { environment } = compilation.scope;
  switch (field.kind) {
    case 'scalar':
      return raw(field.json(place.row, environment));
    case 'part': {
      const object = objectSql(field.type, nodes, deeper(place), compilation);
      if (!field.present) return object;
      return sql`case when ${raw(field.present(place.row, environment))} then ${object} end`;
    }
    case 'items':
      return itemsSql(field, nodes, place, compilation);
    case 'entries':
      return entriesSql(field, nodes, place, compilation);
    case 'entry':
      throw new Error(`${type.name}.${name} stands in entries alone`);
    case 'one':
    case 'many':
      return linkSql(type, field, nodes, place, compilation);
    case 'figure':
      return figureSql(type, field, nodes, place, compilation);
  }
}

function itemsSql(
  field: ItemsField,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  if (field.isAnalysis) compilation.markAnalysis();
  const item = compilation.newRow();
  const object = objectSql(field.type, nodes, deeper(place, item, MAX_ITEMS), compilation);
  const from = raw(field.from(place.row, item, compilation.scope.environment));
  const order = field.order ? sql` order by ${raw(field.order(item))}` : sql``;
  return sql`(select ${arraySql(object, order)} from ${from})`;
}

function entriesSql(
  field: EntriesField,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  const nth = compilation.addWriter(listWriter(field.type, nodes, deeper(place), compilation));
  return raw(writerMark(nth, field.column(place.row, compilation.scope.environment)));
}

function linkSql(
  type: ObjectType,
  field: LinkField,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  const entity = entityNamed(field.entity);
  const target = compilation.newRow();
  const { on, order } = field;
  const conditions = on ? [raw(on(place.row, target, compilation.scope.environment))] : [];
  const store = 'store' in type ? storeOf(type as Entity, place.row) : null;
  const sorted = order ? { order: (row: Row) => order(row, place.row) } : {};
  const from = { entity, target, store, conditions, ...sorted, objectSql };
  if (field.kind === 'one') return singleSql(from, nodes, place, compilation);
  const given = compilation.given(type.name, nodes[0] as FieldNode);
  return listSql(compileList({ ...from, given }, nodes, place, compilation), compilation);
}

function figureSql(
  type: ObjectType,
  field: FigureField,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  compilation.cost.add(place.count * (field.list ? FIGURE_ROWS : 1));
  compilation.cost.addFigure();
  const node = nodes[0] as FieldNode;
  const given = compilation.given(type.name, node);
  if (field.args?.limit) limitOf(given, node, compilation, OF_FIGURE);
  const query = field.query(given);
  if (typeof field.type === 'string')
    return sql`(select to_json(value)::text from (${query}) figure)`;
  const row = compilation.newRow();
  const inner = deeper(place, row, field.list ? FIGURE_ROWS : 1);
  const object = objectSql(field.type, nodes, inner, compilation);
  if (!field.list) return sql`(select ${object} from (${query}) ${raw(row)})`;
  return sql`(select ${arraySql(object)} from (${query}) ${raw(row)})`;
}

/** Cost of a list of figures. */
const FIGURE_ROWS = 100;
