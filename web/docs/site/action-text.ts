import type { Action } from '../../../src/contract/action.ts';
import { exampleOf } from '../../../src/reference/describe-fields.ts';
import { answerFields, type Field, requestFields } from '../../../src/reference/fields.ts';
import { credentialNames } from '../../../src/reference/openapi-security.ts';
import { answerSchema } from '../../../src/reference/schema-of.ts';
import { requestOf } from './examples.ts';
import { fence, table } from './page.ts';

/** A compact description of an action for agents, without the example in five languages. */
export function compactAction(action: Action): string {
  const { body } = requestOf(action);
  return [
    `### POST /v1/actions/${action.path}`,
    `${action.summary}.`,
    factsOf(action).join('\n'),
    fieldList('Body', requestFields(action)),
    `Example body: \`${JSON.stringify(body)}\``,
    fieldList('Response (`data`)', answerFields(action)),
    Object.values(action.errors).length === 0
      ? ''
      : `Errors:\n\n${Object.values(action.errors)
          .map(({ status, template }) => `- ${status} \`${template}\``)
          .join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const ENVIRONMENTS = {
  credential: 'That of the API key. Other callers set it with `X-Environment`.',
  forbidden: 'Spans test and production: don’t send `X-Environment`.',
  none: 'The same in test and production.',
} as const;

const RECENT =
  'a dashboard session needs a login or a [step-up](/docs/actions/merchant/step-up) in the last ten minutes';

/** Who may call the action, and rules for every call. */
export function factsOf(action: Action): string[] {
  const { auth, environment, replayable, stepUp, attempts = [] } = action;
  return [
    `- **Credentials**: ${auth.map((kind) => credentialNames[kind]).join(', ')}`,
    `- **Environment**: ${ENVIRONMENTS[environment]}`,
    ...(replayable === false
      ? ['- **Idempotency**: an `X-Idempotency-Key` is ignored.']
      : ['- **Idempotency**: send an `X-Idempotency-Key` to retry safely.']),
    ...(stepUp && auth.includes('dashboard')
      ? [`- **Recent authentication**: ${RECENT}${stepUp === 'always' ? '' : ' in some cases'}.`]
      : []),
    ...attempts.map(
      ({ limit, minutes = 1 }) =>
        `- **Rate limit**: ${limit} attempts ${minutes === 1 ? 'a minute' : 'an hour'}, besides [the general limits](/docs/limits).`,
    ),
  ];
}

/** What an example requires in addition to its own code. */
export function exampleNote({ auth }: Action): string {
  if (auth.includes('apiKey')) {
    return 'Save [the signing helper](/docs/signing#helpers) for your language next to your program.\n\n';
  }
  if (auth.includes('dashboard') && !auth.includes('slug') && !auth.includes('token')) {
    return '`TILLGATE_SESSION` is the cookie that [log-in](/docs/actions/merchant/log-in) sets.\n\n';
  }
  return 'Save [the helper](/docs/signing#helpers) for your language next to your program.\n\n';
}

export function fieldsSection(title: string, fields: readonly Field[], empty: string): string {
  return fields.length === 0 ? `## ${title}\n\n${empty}` : `## ${title}\n\n${listFields(fields)}`;
}

function fieldList(title: string, fields: readonly Field[]): string {
  return fields.length === 0 ? '' : `${title}:\n\n${listFields(fields, ': ')}`;
}

/** Fields as a list: name, type, whether required, and a sentence. */
export function listFields(fields: readonly Field[], between = '\n  '): string {
  return fields
    .map(({ name, type, required, description }) => {
      const isRequired = required ? ', **required**' : '';
      return `- \`${name}\` ${type}${isRequired}${between}${description}`;
    })
    .join('\n');
}

export function answerSection(action: Action): string {
  const answer = { data: exampleOf(answerSchema(action)) };
  const fields = answerFields(action).map((field) => ({ ...field, required: false }));
  return [
    '## Response',
    fence('json', JSON.stringify(answer, null, 2)),
    ...(fields.length === 0 ? [] : ['### Fields of `data`', listFields(fields)]),
  ].join('\n\n');
}

export function errorsSection(action: Action): string {
  const rows = Object.values(action.errors).map(({ status, template, layer }) => [
    String(status),
    `\`${template}\``,
    layer,
  ]);
  const general = '[Errors that any call can return](/docs/errors)';
  if (rows.length === 0) return `## Errors\n\n${general}.`;
  return `## Errors

If several apply, the first one in the table is returned. See also ${general.replace('E', 'e')}.

${table(['Status', 'Message', 'Layer'], rows)}`;
}
