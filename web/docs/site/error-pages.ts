import { actions } from '../../../src/actions.ts';
import { gatewayErrors } from '../../../src/gateway/errors.ts';
import { addressOf } from './action-pages.ts';
import { type DocPage, table } from './page.ts';

/** The error pages: the envelope, the gateway's errors, and every message of an action. */
export function errorPages(): DocPage[] {
  return [generalPage(), messagesPage()];
}

function generalPage(): DocPage {
  const rows = Object.values(gatewayErrors).map(({ status, template }) => [
    String(status),
    `\`${template}\``,
  ]);
  return {
    path: '/docs/errors',
    section: 'Build',
    title: 'Errors',
    summary:
      'The format of errors, what to do about each status, and the errors that any call can return.',
    markdown: `# Errors

A refused call changes nothing and emits no event. Its response has no data and at least one error:

\`\`\`json
{
  "data": null,
  "errors": [{ "message": "Store name cannot exceed 48 characters", "layer": "store" }]
}
\`\`\`

\`errors[0]\` is the cause: act on its message. A second entry, if there is one, gives details. \`layer\` names the part
of the system: \`gateway\`, \`user\`, \`store\`, \`product\`, \`order\`, \`ticket\`, \`graphql\` or \`resource\`.
Messages are part of the API and don't change without an entry in the [changelog](/docs/changelog). \`...\` in a
message stands for your value.

## What to do

| Status | What it means | What to do |
|---|---|---|
| 400 | A parameter or the body is invalid | Change the request |
| 401 | The credential is missing or invalid | See [why a signature fails](/docs/signing#when-it-fails) |
| 403 | The credential is valid but isn't allowed to do this | Use another credential or role |
| 404 | No such resource for this caller | Check the ID and the environment |
| 405, 413, 415 | A method other than \`POST\`, a body over 1 MB, or a type other than JSON | Change the request |
| 409 | A request with this idempotency key is in flight, or something blocks the call | Wait, or clear what blocks it |
| 429 | A rate limit has been reached | Wait for \`Retry-After\` |
| 500, 502 | A failure in the service or in a provider that it uses | Retry with exponential backoff |
| 501 | Not implemented | Don't retry |
| 503 | The service is temporarily unavailable | Wait for \`Retry-After\` |

[Retries](/docs/guides/retries) has a program that does this. [The contract](/docs/contract/errors) has the order in
which errors are checked.

## Errors that any call can return

${table(['Status', 'Message'], rows)}

## Errors of each action

Each [action](/docs/actions) lists its own, in the order in which they are checked.
[All messages](/docs/errors/messages) lists them alphabetically.
`,
  };
}

function messagesPage(): DocPage {
  const found = new Map<string, string[]>();
  for (const action of actions) {
    for (const { status, template } of Object.values(action.errors)) {
      const key = `${template}\n${status}`;
      found.set(key, [...(found.get(key) ?? []), `[${action.path}](${addressOf(action)})`]);
    }
  }
  const rows = [...found]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([key, links]) => {
      const [template = '', status = ''] = key.split('\n');
      return [`\`${template}\``, status, links.join(', ')];
    });
  return {
    path: '/docs/errors/messages',
    section: 'Build',
    title: 'All error messages',
    summary:
      'Every error message of an action, in alphabetical order, with the actions that return it.',
    markdown: `# All error messages

Every error message of an action, in alphabetical order. The errors that any call can return are under
[errors](/docs/errors).

${table(['Message', 'Status', 'Actions'], rows)}
`,
  };
}
