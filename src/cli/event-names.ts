import { EVENT_TYPES } from '../events/event-types.ts';
import { nearestName } from '../kit/nearest.ts';
import { CliError } from './settings.ts';

/** Returns the names. Throws for an unknown one, listing all event types. */
export function requireEvents(names: readonly string[]): readonly string[] {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  const meant = nearestName(unknown, known);
  const question = meant ? ` Did you mean ${meant}?` : '';
  throw new CliError(
    `Unknown event type: ${unknown}.${question} Event types:\n  ${known.join('\n  ')}`,
  );
}
