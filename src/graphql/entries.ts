import type { FieldNode } from 'graphql';
import { createCache, textBytes } from '../kit/cache.ts';
import { requireReader } from './access.ts';
import { AROUND_BYTES, ENTRY_BYTES, MAX_ENTRIES } from './bytes.ts';
import type { Compilation } from './compilation.ts';
import type { Entry, ObjectType } from './description.ts';
import { checkDepth } from './limits.ts';
import type { Writer } from './marks.ts';
import type { Place } from './place.ts';

type EntryWriter = (entry: Entry) => string;

/**
 * Cache of lists for all writers, because the prices of a catalog are requested again and again.
 */
const kept = createCache<string>({
  maxEntries: 2_000,
  maxBytes: 16 * 1024 * 1024,
  bytesOf: textBytes,
});
let writers = 0;

/** Creates the list of selected fields of all entries of a JSON column, in the column's order. */
export function listWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Writer {
  const inner = { ...place, count: place.count * MAX_ENTRIES };
  const write = objectWriter(type, nodes, inner, compilation);
  writers += 1;
  const nth = writers;
  const list = (json: string) => `[${Object.entries(JSON.parse(json)).map(write).join(',')}]`;
  return (json) => kept.get(`${nth} ${json}`, () => list(json));
}

function objectWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): EntryWriter {
  checkDepth(place.depth);
  const fields = [...compilation.collect(type.name, nodes)].map(([key, selected]) => {
    const all = place.count * (key.length + AROUND_BYTES + ENTRY_BYTES);
    compilation.cost.addBytes(`${type.name}.${selected[0]?.name.value}`, all);
    const write = valueWriter(type, selected, place, compilation);
    return (entry: Entry) => `"${key}":${write(entry)}`;
  });
  return (entry) => `{${fields.map((field) => field(entry)).join(',')}}`;
}

function valueWriter(
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): EntryWriter {
  const name = nodes[0]?.name.value as string;
  if (name === '__typename') return () => `"${type.name}"`;
  const field = type.fields[name];
  if (!field) throw new Error(`${type.name} has no field ${name}`);
  requireReader(type, name, field, compilation.scope);
  if (field.kind === 'entry') return (entry) => JSON.stringify(field.read(entry));
  if (field.kind === 'part') {
    return objectWriter(field.type, nodes, { ...place, depth: place.depth + 1 }, compilation);
  }
  throw new Error(`${type.name}.${name} cannot be read out of an entry`);
}
