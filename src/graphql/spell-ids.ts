import { encodeId, type Id, type IdPrefix } from '../kit/id.ts';

/** SQL of how a statement gives an id: the JSON text of an array of prefix and UUID. */
export function idPair(prefix: IdPrefix, id: string): string {
  return `('["${prefix}", "' || (${id})::text || '"]')`;
}

/** Within JSON no text of a user looks like it: a quotation mark inside a string is escaped. */
const PAIR =
  /\["([A-Z]{3,4})", "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"\]/g;

/** The JSON text with the Short ID in the place of each pair of prefix and UUID. */
export function spellIds(json: string): string {
  // The same store or product stands in many objects of a list.
  const spelled = new Map<string, string>();
  return json.replace(PAIR, (pair, prefix: IdPrefix, id: Id<IdPrefix>) => {
    let text = spelled.get(pair);
    if (text === undefined) {
      text = `"${encodeId(prefix, id)}"`;
      spelled.set(pair, text);
    }
    return text;
  });
}
