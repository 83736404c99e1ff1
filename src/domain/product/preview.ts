import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Response of the two `preview-publish` actions. */
export const previewView = z.object({
  /** Whether publishing now would succeed. */
  publishable: z.boolean(),
  /** The error message that publishing now would return; null if it would succeed. */
  reason: z.string().nullable(),
  /**
   * Fields that differ, as responses show them; null if that environment has no value, or if a test
   * key would see production's.
   */
  changes: z.array(z.object({ field: z.string(), test: z.unknown(), production: z.unknown() })),
});
export type Preview = z.output<typeof previewView>;

type View = Readonly<Record<string, unknown>>;

/** Which of the given fields differ between the test and production views (null: no version). */
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

/** Treats an empty string like a missing one. */
function shown(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}
