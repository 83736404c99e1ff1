import { actions } from '../../../src/actions.ts';
import type { Action } from '../../../src/contract/action.ts';
import { requestFields } from '../../../src/reference/fields.ts';
import { tagOf } from '../../../src/reference/openapi.ts';
import {
  answerSection,
  errorsSection,
  exampleNote,
  factsOf,
  fieldsSection,
} from './action-text.ts';
import { exampleTabs, requestOf } from './examples.ts';
import { type DocPage, fence, table } from './page.ts';

/** A description of each resource. */
export const RESOURCES: Readonly<Record<string, string>> = {
  merchant: 'Accounts: signing up, logging in, passwords, passkeys, sessions.',
  'api-key': 'API keys, which sign your calls.',
  'billing-detail': 'Correcting an order’s billing details after the sale.',
  store: 'Stores, their settings, their webhooks.',
  picture: 'Pictures of a store, its logo and its products.',
  'kyb-ticket': 'Asking the operator to enable a store for production.',
  'webhook-delivery': 'Webhook deliveries: attempts, resending, replaying.',
  event: 'The log of what happened in a store.',
  'onetime-product': 'Products that are bought once.',
  'subscription-product': 'Plans that renew.',
  'subscription-product-group': 'Plans that buyers can switch between.',
  product: 'Versions of a product of either kind.',
  'store-merchant': 'Members of a store and invitations.',
  audit: 'The audit log: who did what.',
  auth: 'Session tokens for buyers.',
  checkout: 'Checkout sessions and previews.',
  'onetime-order': 'Orders that are paid once.',
  'subscription-order': 'Subscriptions: creating, canceling, changing.',
  receipt: 'Resending receipts to buyers.',
  portal: 'Emailing buyers a link to the customer portal.',
  note: 'Internal notes about orders and customers.',
  'personal-data': 'Exporting and erasing a customer’s personal data.',
  'test-clock': 'A store’s time in test.',
  'refund-ticket': 'Requesting, reviewing and making refunds.',
  verification: 'Checking prompts before images or videos are generated.',
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

Every action is a \`POST\` to \`/v1/actions/<path>\` with a JSON body. A successful call returns 200 with
\`{ "data": … }\`. A refused call returns \`{ "data": null, "errors": [ … ] }\`, whose first entry is the cause
([errors](/docs/errors)). Most calls are signed with an API key ([signing](/docs/signing)). A write can carry an
\`X-Idempotency-Key\`: within 24 hours, the same key returns the same response ([retries](/docs/guides/retries)).

The same reference is available as [OpenAPI 3.1](/openapi.json).

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
      contract === null ? '' : `For every rule, see [the contract](${contract}).`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
