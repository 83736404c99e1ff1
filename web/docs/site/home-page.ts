import { actions } from '../../../src/actions.ts';
import { listOf, RESOURCES, resources } from './action-pages.ts';
import type { DocPage } from './page.ts';

/** The home page. It keeps the anchors of the single page that `/docs` used to be. */
export function homePage(): DocPage {
  const lists = resources().map(
    (resource) =>
      `<a id="tag-${resource}"></a>\n\n### [${resource}](/docs/actions/${resource})\n\n${RESOURCES[resource]}\n\n${linksTo(resource)}`,
  );
  return {
    path: '/docs',
    section: 'Start',
    title: 'Tillgate documentation',
    label: 'Overview',
    summary:
      'Stores, products, checkout, subscriptions, refunds and signed webhooks behind one API.',
    markdown: `# Tillgate documentation

<a id="introduction"></a>Stores, products, hosted checkout, subscriptions, refunds and signed webhooks behind one API,
on your own server.

## Start here

| You want to | Read |
|---|---|
| see a sale in five minutes | [Quick start](/docs/quick-start) |
| make one with an account and a key of your own | [Your first sale](/docs/guides/first-sale) |
| sign requests from your language | [Signing](/docs/signing), with a calculator |
| show checkout and product pages | [Hosted pages](/docs/guides/hosted-pages) |
| receive events | [Webhooks](/docs/guides/webhooks), [every event](/docs/events) |
| sell subscriptions | [Subscriptions](/docs/guides/subscriptions) |
| query data | [GraphQL](/docs/graphql) |
| understand a response | <a id="errors"></a>[Errors](/docs/errors), [limits](/docs/limits), [retries](/docs/guides/retries) |
| sell in production | [Going live](/docs/guides/going-live) |
| run the service | [Operations](/docs/operations), [settings](/docs/settings) |

## For coding agents

[llms.txt](/llms.txt) lists every page, [llms-full.txt](/llms-full.txt) has them in one file, and
[SKILL.md](/docs/SKILL.md) is a skill for an agent that builds on this service. Every page is also available as
Markdown: add \`.md\` to its URL. For tools, there are [OpenAPI 3.1](/openapi.json) and
[the GraphQL schema](/docs/schema.graphql).

## Every action

${actions.length} calls, each a signed \`POST\` with a JSON body.

${lists.join('\n\n')}
`,
  };
}

/** A resource's actions in a row, each with its anchor of the former single page. */
function linksTo(resource: string): string {
  return [...listOf(resource).matchAll(/\[([\w/-]+)\]\(([^)]+)\)/g)]
    .map(([, path, address]) => `<a id="${path}"></a>[${path?.split('/')[1]}](${address})`)
    .join(' · ');
}
