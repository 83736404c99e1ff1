import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Answer of the two `preview-publish` actions. */
export const previewView = z.object({
  /** Whether publishing now would succeed. */
  publishable: z.boolean(),
  /** The message that publishing now would answer; null if it would succeed. */
  reason: z.string().nullable(),
  /** Fields that differ, as answers show them; null where that environment has nothing. */
  changes: z.array(z.object({ field: z.string(), test: z.unknown(), production: z.unknown() })),
});
export type Preview = z.output<typeof previewView>;

type View = Readonly<Record<string, unknown>>;

/** The given fields in which the views of test and production differ; null: nothing is there. */
export function differences(
  fields: readonly string[],
  test: View | null,
  production: View | null,
): Preview['changes'] {
  return fields
    .map((field) => ({
      field,
      test: shown(test?.[field]),
      production: shown(production?.[field]),
    }))
    .filter((change) => !isDeepStrictEqual(change.test, change.production));
}

/** An empty text is nothing, as a missing one is. */
function shown(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}
