import { actions } from '../../../src/actions.ts';
import { compactAction } from './action-text.ts';
import { markdownAddress, withMarkdownLinks } from './links.ts';
import { type DocFile, type DocPage, SECTIONS } from './page.ts';

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const ABOUT = `> A self-hosted commerce platform: stores, products, hosted checkout, subscriptions, refunds and signed webhooks
> behind one API. Every action is a signed POST with a JSON body; everything is read with GraphQL.`;

/** Files for coding agents, generated from the same pages. */
export function agentFiles(pages: readonly DocPage[]): DocFile[] {
  const toMarkdown = (text: string) =>
    withMarkdownLinks(text, (path) => pages.some((page) => page.path === path));
  return [
    ...pages.map((page) => ({
      path: markdownAddress(page.path),
      contentType: MARKDOWN,
      content: toMarkdown(withoutWidgets(page.markdown)),
    })),
    { path: '/llms.txt', contentType: TEXT, content: listOf(pages) },
    { path: '/llms-full.txt', contentType: TEXT, content: toMarkdown(everything(pages)) },
    { path: '/docs/SKILL.md', contentType: MARKDOWN, content: toMarkdown(skill(pages)) },
  ];
}

/** Replaces parts that only the HTML page can show. */
function withoutWidgets(markdown: string): string {
  return markdown.replaceAll(/^```calculator\n```\n/gm, 'The calculator is on the HTML page.\n');
}

function listOf(pages: readonly DocPage[]): string {
  const parts = SECTIONS.map((section) => {
    const lines = pages
      .filter((page) => page.section === section)
      .map(({ title, path, summary }) => `- [${title}](${markdownAddress(path)}): ${summary}`);
    return `## ${section}\n\n${lines.join('\n')}`;
  });
  return `# Tillgate

${ABOUT}

Every page is Markdown. [llms-full.txt](/llms-full.txt) has them in one file, [SKILL.md](/docs/SKILL.md) is a skill for
agents, [openapi.json](/openapi.json) describes the API, and [schema.graphql](/docs/schema.graphql) its queries.

${parts.join('\n\n')}
`;
}

/** Every page in one file; actions without their example in five languages. */
function everything(pages: readonly DocPage[]): string {
  const parts = SECTIONS.map((section) => {
    if (section === 'Actions') {
      return `# Actions\n\n${actions.map((action) => compactAction(action)).join('\n\n')}`;
    }
    return pages
      .filter((page) => page.section === section && page.path !== '/docs')
      .map(({ markdown }) => withoutWidgets(markdown).trim())
      .join('\n\n');
  });
  return `# Tillgate\n\n${ABOUT}\n\n${parts.join('\n\n')}\n`;
}

function skill(pages: readonly DocPage[]): string {
  const sale = pages.find(({ path }) => path === '/docs/guides/first-sale');
  if (!sale) throw new Error('docs/guides/first-sale.md is no page');
  return `---
name: tillgate
description: Build on Tillgate, a self-hosted commerce platform. Use it to create stores and products, open checkouts, sell subscriptions, issue refunds, receive signed webhooks, or query sales with GraphQL.
---

# Build on Tillgate

## How it works

- Every write is \`POST /v1/actions/<resource>/<action>\` with a JSON body. A success is 200 with \`{ "data": … }\`. A
  refusal is \`{ "data": null, "errors": [{ "message", "layer" }] }\`: act on \`errors[0].message\`.
- Everything is read with \`POST /v1/graphql\`; introspection is on.
- A server signs each call with an RSA key: [signing](/docs/signing), with helpers for curl, Node.js, Python, Go and
  PHP. The published client \`@waffo/pancake-ts\` signs for you: set its \`baseUrl\`.
- If you only have the service's URL, and no clone for \`npx tillgate\`, [two calls](/docs/guides/authentication#make-a-key)
  make an account and a key.
- \`test\` and \`prod\` are separate. The key determines which one a call uses. Build in test, where no money moves.
- Amounts are decimal strings (\`"12.00"\`), IDs are Short IDs (\`STO_…\`, \`PROD_…\`), times are ISO 8601 in UTC.

## Rules

- Look a call up before you use it: [every action](/docs/actions) has its fields, an example and its exact errors.
- Never put a private key into a browser or a repository. Buyers' browsers act with a
  [session token](/docs/guides/authentication#session-token) or a store's slug.
- Send an \`X-Idempotency-Key\` with each write that you may retry: [retries](/docs/guides/retries).
- Ship goods on \`order.completed\` only, and only after verifying its signature, time, mode and store:
  [webhooks](/docs/guides/webhooks#verify-it).
- Publish a product once. Afterwards, change it in production with \`update-product\` and the production key. Groups can be
  published again: [publishing](/docs/guides/publishing).

## Where to look

| For | Read |
|---|---|
| every page | [llms.txt](/llms.txt), or all of them in [llms-full.txt](/llms-full.txt) |
| a call | \`/docs/actions/<resource>/<action>.md\` |
| an event | \`/docs/events/<event>.md\` |
| an error message | [all messages](/docs/errors/messages) |
| subscriptions, refunds, hosted pages | [subscriptions](/docs/guides/subscriptions), [refunds](/docs/guides/refunds), [hosted pages](/docs/guides/hosted-pages) |
| types for generated clients | [openapi.json](/openapi.json), [schema.graphql](/docs/schema.graphql) |

${sale.markdown.replace(/^# .+$/m, '## From nothing to a paid order').replaceAll(/^## (?=\d|Your own|Where)/gm, '### ')}`;
}
