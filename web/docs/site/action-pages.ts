import { actions } from '../../../src/actions.ts';
import type { Action } from '../../../src/contract/action.ts';
import { exampleOf } from '../../../src/reference/describe-fields.ts';
import { answerFields, type Field, requestFields } from '../../../src/reference/fields.ts';
import { tagOf } from '../../../src/reference/openapi.ts';
import { credentialNames } from '../../../src/reference/openapi-security.ts';
import { answerSchema } from '../../../src/reference/schema-of.ts';
import { exampleTabs, requestOf } from './examples.ts';
import { type DocPage, fence, table } from './page.ts';

/** What each resource is about. */
export const RESOURCES: Readonly<Record<string, string>> = {
  merchant: 'Accounts: signing up, logging in, passwords, passkeys, sessions.',
  'api-key': 'API keys, whose private half signs your calls.',
  store: 'Stores, their settings, their webhooks.',
  'kyb-ticket': 'Asking the operator to enable a store for production.',
  'webhook-delivery': 'What webhooks were sent: attempts, resending, replaying.',
  event: 'The log of what happened in a store.',
  'onetime-product': 'Products that are bought once.',
  'subscription-product': 'Plans that renew.',
  'subscription-product-group': 'Plans that buyers can change between.',
  product: 'Versions of a product of either kind.',
  'store-merchant': 'Members of a store and invitations.',
  audit: 'Who did what.',
  auth: 'Session tokens for buyers.',
  checkout: 'Checkout sessions and previews.',
  'onetime-order': 'Orders that are paid once.',
  'subscription-order': 'Subscriptions: creating, canceling, changing.',
  'test-clock': 'A store’s time in test.',
  'refund-ticket': 'Asking for a refund and deciding it.',
  verification: 'Checking prompts before images are made.',
};

export function resources(): string[] {
  return [...new Set(actions.map(tagOf))];
}

/** A page for each action, one for each resource, and their list. */
export function actionPages(contractOf: (action: Action) => string | null): DocPage[] {
  return [
    indexPage(),
    ...resources().flatMap((resource) => [
      resourcePage(resource),
      ...actionsOf(resource).map((action) => actionPage(action, contractOf(action))),
    ]),
  ];
}

export function actionsOf(resource: string): Action[] {
  return actions.filter((action) => tagOf(action) === resource);
}

export function addressOf({ path }: Pick<Action, 'path'>): string {
  return `/docs/actions/${path}`;
}

function indexPage(): DocPage {
  const lists = resources().map(
    (resource) => `## ${resource}\n\n${aboutOf(resource)}\n\n${listOf(resource)}`,
  );
  return {
    path: '/docs/actions',
    section: 'Actions',
    title: 'Actions',
    label: 'All actions',
    summary: 'Every call that writes or decides something: its fields, examples and errors.',
    markdown: `# Actions

Every action is a \`POST\` to \`/v1/actions/<path>\` with a JSON body. A success answers 200 with
\`{ "data": … }\`. A refusal answers \`{ "data": null, "errors": [ … ] }\`, whose first entry is the cause
([errors](/docs/errors)). Most calls are signed with an API key ([signing](/docs/signing)). A write can carry an
\`X-Idempotency-Key\`: within 24 hours the same key gives the same answer ([retries](/docs/guides/retries)).

Machines read the same as [OpenAPI 3.1](/openapi.json).

${lists.join('\n\n')}
`,
  };
}

function resourcePage(resource: string): DocPage {
  return {
    path: `/docs/actions/${resource}`,
    section: 'Actions',
    group: resource,
    title: resource,
    label: 'Overview',
    summary: aboutOf(resource),
    markdown: `# ${resource}\n\n${aboutOf(resource)}\n\n${listOf(resource)}\n`,
  };
}

function aboutOf(resource: string): string {
  const text = RESOURCES[resource];
  if (!text) throw new Error(`web/docs/site/action-pages.ts says nothing about ${resource}`);
  return text;
}

/** The actions of a resource with links to their pages. */
export function listOf(resource: string): string {
  const rows = actionsOf(resource).map((action) => [
    `[${action.path}](${addressOf(action)})`,
    action.summary,
  ]);
  return table(['Action', 'What it does'], rows);
}

function actionPage(action: Action, contract: string | null): DocPage {
  const [, name = ''] = action.path.split('/');
  return {
    path: addressOf(action),
    section: 'Actions',
    group: tagOf(action),
    title: action.path,
    label: name,
    summary: `${action.summary}.`,
    markdown: [
      `# ${action.path}`,
      `${action.summary}.`,
      fence('http', `POST /v1/actions/${action.path}`),
      factsOf(action).join('\n'),
      fieldsSection('Body', requestFields(action), 'Send an empty object: `{}`.'),
      `## Example\n\n${exampleNote(action)}${exampleTabs(requestOf(action))}`,
      answerSection(action),
      errorsSection(action),
      contract === null ? '' : `Every rule: [the contract](${contract}).`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** The action for machines that read everything: without the example in five languages. */
export function compactAction(action: Action): string {
  const { body } = requestOf(action);
  return [
    `### POST /v1/actions/${action.path}`,
    `${action.summary}.`,
    factsOf(action).join('\n'),
    fieldList('Body', requestFields(action)),
    `Example body: \`${JSON.stringify(body)}\``,
    fieldList('Answer (`data`)', answerFields(action)),
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
  credential: 'That of the API key. Other callers name it with `X-Environment`.',
  forbidden: 'Goes from test to production: don’t send `X-Environment`.',
  none: 'The same in test and production.',
} as const;

function factsOf(action: Action): string[] {
  const { auth, environment, replayable, stepUp, attemptsPerMinute } = action;
  return [
    `- **Credentials**: ${auth.map((kind) => credentialNames[kind]).join(', ')}`,
    `- **Environment**: ${ENVIRONMENTS[environment]}`,
    ...(replayable === false
      ? ['- **Idempotency**: an `X-Idempotency-Key` is ignored.']
      : ['- **Idempotency**: send an `X-Idempotency-Key` to retry safely.']),
    ...(stepUp && auth.includes('dashboard')
      ? [
          `- **Recent authentication**: a dashboard session needs it${stepUp === 'always' ? '' : ' in some cases'}.`,
        ]
      : []),
    ...(attemptsPerMinute
      ? [
          `- **Rate limit**: ${attemptsPerMinute.limit} attempts a minute beside [the general ones](/docs/limits).`,
        ]
      : []),
  ];
}

function exampleNote({ auth }: Action): string {
  if (auth.includes('apiKey')) {
    return 'With [the signing helper](/docs/signing#helpers) of your language beside it.\n\n';
  }
  if (auth.includes('dashboard') && !auth.includes('slug') && !auth.includes('token')) {
    return '`TILLGATE_SESSION` is the cookie that [log-in](/docs/actions/merchant/log-in) sets.\n\n';
  }
  return 'With [the helper](/docs/signing#helpers) of your language beside it.\n\n';
}

function fieldsSection(title: string, fields: readonly Field[], empty: string): string {
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

function answerSection(action: Action): string {
  const answer = { data: exampleOf(answerSchema(action)) };
  const fields = answerFields(action).map((field) => ({ ...field, required: false }));
  return [
    '## Answer',
    fence('json', JSON.stringify(answer, null, 2)),
    ...(fields.length === 0 ? [] : ['### Fields of `data`', listFields(fields)]),
  ].join('\n\n');
}

function errorsSection(action: Action): string {
  const rows = Object.values(action.errors).map(({ status, template, layer }) => [
    String(status),
    `\`${template}\``,
    layer,
  ]);
  const general = '[Errors that any call can meet](/docs/errors)';
  if (rows.length === 0) return `## Errors\n\n${general}.`;
  return `## Errors

Of several, the highest row is answered. Beside them: ${general.replace('E', 'e')}.

${table(['Status', 'Message', 'Layer'], rows)}`;
}
