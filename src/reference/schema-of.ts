import { z } from 'zod';
import type { Action } from '../contract/action.ts';
import { describeFields, exampleOf, type Schema } from './describe-fields.ts';

/** The JSON Schema of what a body may hold, or of what an answer's `data` holds. */
export function schemaOf(schema: z.ZodType): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Schema;
}

/** The same with what the reference says of each field. */
export function requestSchema({ input, path }: Action): Schema {
  return describeFields(schemaOf(input), path);
}

export function answerSchema({ output, path }: Action): Schema {
  return describeFields(schemaOf(output), path);
}

/** Optional fields that a body still needs one of. */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'auth/issue-session-token': ['storeId'],
  'merchant/step-up': ['password'],
  'note/add-note': ['orderId'],
};

/** The smallest body that the action takes. */
export function requestExample(action: Action): unknown {
  const schema = requestSchema(action);
  const required = [...(schema.required ?? []), ...(ALSO_NEEDED[action.path] ?? [])];
  return exampleOf({ ...schema, required }, true);
}
