import type { FieldNode } from 'graphql';
import { requireReader } from './access.ts';
import { createCache } from './cache.ts';
import type { Compilation } from './compilation.ts';
import type { Entry, ObjectType } from './description.ts';
import { checkDepth } from './limits.ts';
import type { Writer } from './marks.ts';

type EntryWriter = (entry: Entry) => string;

/** Lists that are kept, of all writers: the prices of a catalogue are asked for again and again. */
const MOST_KEPT = 2_000;
const kept = createCache<string>(MOST_KEPT);
let writers = 0;

/** Makes the list of the selected fields of all entries of a JSON column, in the column's order. */
export function listWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  depth: number,
  compilation: Compilation,
): Writer {
  const write = objectWriter(type, nodes, depth, compilation);
  writers += 1;
  const nth = writers;
  const list = (json: string) => `[${Object.entries(JSON.parse(json)).map(write).join(',')}]`;
  return (json) => kept.get(`${nth} ${json}`, () => list(json));
}

function objectWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  depth: number,
  compilation: Compilation,
): EntryWriter {
  checkDepth(depth);
  const fields = [...compilation.collect(type.name, nodes)].map(([key, selected]) => {
    const write = valueWriter(type, selected, depth, compilation);
    return (entry: Entry) => `"${key}":${write(entry)}`;
  });
  return (entry) => `{${fields.map((field) => field(entry)).join(',')}}`;
}

function valueWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  depth: number,
  compilation: Compilation,
): EntryWriter {
  const name = nodes[0]?.name.value as string;
  if (name === '__typename') return () => `"${type.name}"`;
  const field = type.fields[name];
  if (!field) throw new Error(`${type.name} has no field ${name}`);
  requireReader(type, name, field, compilation.scope);
  if (field.kind === 'entry') return (entry) => JSON.stringify(field.read(entry));
  if (field.kind === 'part') return objectWriter(field.type, nodes, depth + 1, compilation);
  throw new Error(`${type.name}.${name} cannot be read out of an entry`);
}
