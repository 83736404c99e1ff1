// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const SAFE_POST = 'src/delivery/safe-post.ts';
const SAFE_POST_TESTS = 'src/delivery/safe-post.test.ts';
const ADDRESSES = 'src/kit/address.ts';
const CHANNELS = 'src/delivery/channels/channels.test.ts';
const PLAIN = 'src/delivery/channels/plain-text.ts';

/** Where posts may go, and what posts and the log may contain (docs/contract/invariants.md#16). */
export const OUTGOING: readonly BrokenBuild[] = [
  {
    invariants: [16],
    fault: 'redirects are followed',
    edits: [
      {
        file: SAFE_POST,
        find: 'const answer = await connections.post(url, addresses, message, deadline.signal);',
        replace: `void [connections, addresses, message];
      const { headers, body } = request;
      const { signal } = deadline;
      const followed = await fetch(url, { method: 'POST', headers, body, signal });
      const start = (await followed.text()).slice(0, 4_096);
      const answer = { statusCode: followed.status, start, retryAfter: undefined };`,
      },
    ],
    caughtBy: [{ file: 'src/delivery/deliver-webhooks.test.ts', name: 'follows no redirect' }],
  },
  {
    invariants: [16],
    fault: 'the proof of a website is read after redirects',
    edits: [
      {
        file: 'src/delivery/safe-get.ts',
        find: 'address ? get(url, address, deadline) : null,',
        replace: `address && get
        ? fetch(url).then(async (got) => ({ status: got.status, start: await got.text() }))
        : null,`,
      },
    ],
    caughtBy: [
      {
        file: 'src/delivery/website-proof.test.ts',
        name: 'follows no redirect and reads no more than 4 KB',
      },
    ],
  },
  {
    invariants: [16],
    fault: "one public address among a name's addresses is enough",
    edits: [
      {
        file: 'src/delivery/resolve-host.ts',
        find: '!found.every(({ address })',
        replace: '!found.some(({ address })',
      },
    ],
    caughtBy: [
      { file: SAFE_POST_TESTS, name: 'refuses a name that resolves to 8.8.8.8 127.0.0.1' },
    ],
  },
  {
    invariants: [16],
    fault: 'the name is looked up again for the connection',
    edits: [
      {
        file: 'src/delivery/connections.ts',
        find: "import type { LookupFunction } from 'node:net';",
        replace:
          "import { lookup } from 'node:dns';\nimport type { LookupFunction } from 'node:net';",
      },
      {
        file: 'src/delivery/connections.ts',
        find: 'lookup: answerWith(addresses)',
        replace: 'lookup: addresses ? lookup : answerWith(addresses)',
      },
    ],
    caughtBy: [
      { file: SAFE_POST_TESTS, name: 'looks a name up once and connects to what was checked' },
    ],
  },
  {
    invariants: [16],
    fault: 'the address of cloud metadata is public',
    edits: [
      {
        file: ADDRESSES,
        find: "  '169.254.0.0/16', // link-local, cloud metadata\n",
        replace: '',
      },
    ],
    caughtBy: [{ file: SAFE_POST_TESTS, name: 'refuses a name that resolves to 169.254.169.254' }],
  },
  {
    invariants: [16],
    fault: 'a private address inside a 6to4 address is public',
    edits: [
      { file: ADDRESSES, find: "  '2002::/16', // 6to4: carries an IPv4 address\n", replace: '' },
    ],
    caughtBy: [{ file: SAFE_POST_TESTS, name: 'refuses a name that resolves to 2002:a00:1::1' }],
  },
  {
    invariants: [16],
    fault: 'a webhook may have a private address until it is posted to',
    edits: [
      {
        file: 'src/domain/store/webhook.ts',
        find: "if (refusal === 'address') return rows.refusedAddress();",
        replace: '',
      },
    ],
    caughtBy: [
      {
        file: 'src/delivery/refused-addresses.test.ts',
        name: 'refuses each of them when a webhook is added or updated',
      },
    ],
  },
  {
    invariants: [18],
    fault: 'a text can end its code span',
    edits: [{ file: PLAIN, find: ".replaceAll('`', \"'\")", replace: '' }],
    caughtBy: [{ file: CHANNELS, name: 'the slack channel' }],
  },
  {
    invariants: [18],
    fault: 'HTML reaches Telegram',
    edits: [{ file: PLAIN, find: "replaceAll('<', '&lt;')", replace: "replaceAll('<', '<')" }],
    caughtBy: [{ file: CHANNELS, name: 'the telegram channel' }],
  },
  {
    invariants: [18],
    fault: 'texts of any length go into chat messages',
    edits: [
      {
        file: PLAIN,
        find: 'export const MAX_VALUE_LENGTH = 200;',
        replace: 'export const MAX_VALUE_LENGTH = 20_000;',
      },
    ],
    caughtBy: [{ file: CHANNELS, name: 'the discord channel' }],
  },
  {
    invariants: [18],
    fault: 'a message may mention everyone on Discord',
    edits: [
      {
        file: 'src/delivery/channels/discord.ts',
        find: 'allowed_mentions: { parse: [] },',
        replace: "allowed_mentions: { parse: ['everyone'] },",
      },
    ],
    caughtBy: [{ file: CHANNELS, name: 'the discord channel' }],
  },
  {
    invariants: [19],
    fault: 'a secret is shown unmasked: the address of a chat webhook',
    edits: [
      {
        file: 'src/domain/store/webhook.ts',
        find: 'return { url: shown, sealedUrl };',
        replace: 'return { url, sealedUrl };',
      },
    ],
    caughtBy: [{ file: 'src/delivery/secrecy.test.ts', name: 'appear in no log line' }],
  },
  {
    invariants: [19],
    fault: 'the address of a webhook is logged',
    edits: [
      {
        file: 'src/delivery/deliver-webhooks.job.ts',
        find: 'webhookId: delivery.webhookId,',
        replace: 'webhookId: delivery.webhookId,\n    url: delivery.url,',
      },
    ],
    caughtBy: [{ file: 'src/delivery/secrecy.test.ts', name: 'appear in no log line' }],
  },
  {
    invariants: [19, 26],
    fault: 'any merchant finds any webhook',
    edits: [
      {
        file: 'src/domain/store/webhook.queries.ts',
        find: `where \${isOfStores('webhook.store_id', storeIds)} and webhook.id = \${id}
      and member.merchant_id = \${merchantId} and`,
        replace: `where webhook.id = \${id}
      and (\${isOfStores('webhook.store_id', storeIds)} or \${merchantId} <> '') and`,
      },
    ],
    caughtBy: [
      { file: 'src/domain/store/remove-webhook.test.ts', name: '404 Webhook not found' },
      {
        file: 'test/access/matrix.test.ts',
        name: 'store/update-webhook refuses unauthorized callers, and changes nothing',
      },
    ],
  },
];
