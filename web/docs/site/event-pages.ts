import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEvent, EVENT_TYPES, type EventType } from '../../../src/events/event-types.ts';
import { exampleOf } from '../../../src/reference/describe-fields.ts';
import { fieldsOf } from '../../../src/reference/fields.ts';
import { eventBodySchema } from '../../../src/reference/openapi-webhooks.ts';
import { listFields } from './action-text.ts';
import { type DocPage, fence, table } from './page.ts';
import { root } from './project-pages.ts';

/** Delivery bodies recorded from a run of the service, with made-up identifiers. */
const recorded: Readonly<Partial<Record<EventType, unknown>>> = JSON.parse(
  readFileSync(join(root, 'docs/reference/events.json'), 'utf8'),
);

/** The payload a page shows: the recorded one, or else the reference's example. */
function payloadOf(type: EventType): unknown {
  return recorded[type] ?? { ...(exampleOf(eventBodySchema(type)) as object), eventType: type };
}

/** A page per event type, and a page that lists them. */
export function eventPages(): DocPage[] {
  return [listPage(), ...EVENT_TYPES.map(eventPage)];
}

export function eventAddress(type: EventType): string {
  return `/docs/events/${type}`;
}

function listPage(): DocPage {
  const rows = EVENT_TYPES.map((type) => [
    `[${type}](${eventAddress(type)})`,
    describeEvent(type).meaning,
  ]);
  return {
    path: '/docs/events',
    section: 'Events',
    title: 'Events',
    label: 'All events',
    summary: 'Every event that webhooks can receive, with its fields and a payload.',
    markdown: `# Events

A store's webhooks receive each event as a signed \`POST\`. [Receive webhooks](/docs/guides/webhooks) shows how to verify
one, and [events in the contract](/docs/contract/events) has every rule.

${table(['Event', 'When'], rows)}
`,
  };
}

function eventPage(type: EventType): DocPage {
  const { properties = {} } = eventBodySchema(type);
  const fields = properties.data ? fieldsOf(properties.data) : [];
  return {
    path: eventAddress(type),
    section: 'Events',
    title: type,
    summary: describeEvent(type).meaning,
    markdown: `# ${type}

${describeEvent(type).meaning}

Subscribe with \`events: ["${type}"]\` in [add-webhook](/docs/actions/store/add-webhook), or send yourself a sample:

${fence('sh', `npx tillgate --dotenv shop.env trigger ${type}`)}

## Payload

${recorded[type] ? 'Recorded from a running service; identifiers and addresses are made up.' : 'An example.'}

${fence('json', JSON.stringify(payloadOf(type), null, 2))}

## Fields of \`data\`

Every field of the envelope is in [the contract](/docs/contract/events#envelope). A field that isn't available is
omitted, never null.

${listFields(fields)}
`,
  };
}
