import { z } from 'zod';
import type { Action } from '../contract/action.ts';
import { describeFields, exampleOf, type Schema } from './describe-fields.ts';

/** The JSON Schema of a body, or of an answer's `data`. */
export function schemaOf(schema: z.ZodType): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => addPipedEnum(zodSchema, jsonSchema),
  });
  return rest as Schema;
}

/** A text that is piped into an enum: its JSON Schema would be that of any text. */
function addPipedEnum(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod;
  const out = def.type === 'pipe' ? def.out._zod : undefined;
  if (out?.def.type !== 'enum') return;
  json.enum = [...(out.values ?? [])] as string[];
  delete json.minLength;
}

/** The same, with the reference's description of each field. */
export function requestSchema({ input, path }: Action): Schema {
  return describeFields(schemaOf(input), path);
}

export function answerSchema({ output, path }: Action): Schema {
  return describeFields(schemaOf(output), path);
}

/** Optional fields of which a body must contain one. */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'auth/issue-session-token': ['storeId'],
  'merchant/step-up': ['password'],
  'note/add-note': ['orderId'],
};

/** The smallest body the action accepts. */
export function requestExample(action: Action): unknown {
  const schema = requestSchema(action);
  const required = [...(schema.required ?? []), ...(ALSO_NEEDED[action.path] ?? [])];
  return exampleOf({ ...schema, required }, true);
}
