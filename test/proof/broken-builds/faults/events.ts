// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const ATTEMPT = 'src/delivery/attempt-delivery.ts';
const JOB = 'src/delivery/deliver-webhooks.job.ts';
const FAIRNESS = 'src/delivery/fairness.test.ts';
const HTTP = 'src/delivery/channels/http.test.ts';

/** Events and their deliveries (docs/contract/invariants.md#12). */
export const EVENTS: readonly BrokenBuild[] = [
  {
    invariants: [12],
    fault: 'what failed is committed instead of rolled back',
    edits: [
      {
        file: 'src/database/transaction.ts',
        find: 'await transaction.opened?.then(rollBack, () => {});',
        replace: 'await transaction.opened?.then(commit, () => {});',
      },
    ],
    caughtBy: [
      {
        file: 'src/delivery/deliver-webhooks.test.ts',
        name: 'leaves no event behind when the change rolls back',
      },
    ],
  },
  {
    invariants: [12],
    fault: 'an attempt that failed is the last',
    edits: [
      {
        file: ATTEMPT,
        find: "pause === null ? 'failed' : 'pending'",
        replace: "pause === null ? 'failed' : 'failed'",
      },
    ],
    caughtBy: [{ file: HTTP, name: 'retries on the schedule with the same body and id' }],
  },
  {
    invariants: [12],
    fault: 'the claims of a dead worker never expire',
    edits: [
      {
        file: 'src/events/delivery.queries.ts',
        find: '(leased_until is null or leased_until <= ${now}::timestamptz)\n    and not id',
        replace: '(leased_until is null)\n    and not id',
      },
    ],
    caughtBy: [
      {
        file: FAIRNESS,
        name: 'takes over the claims of a dead worker, but only once its lease has expired',
      },
    ],
  },
  {
    invariants: [12],
    fault: 'two workers claim the same deliveries',
    edits: [
      {
        file: 'src/events/delivery.queries.ts',
        find: ` and delivery.status = 'pending'
        and (delivery.leased_until is null or delivery.leased_until <= \${now}::timestamptz)
      for update skip locked`,
        replace: '      order by delivery.id for update',
      },
    ],
    caughtBy: [{ file: FAIRNESS, name: 'delivers each event once with two workers at work' }],
  },
  {
    invariants: [13],
    fault: 'production events are signed with the test key',
    edits: [
      {
        file: 'src/events/signature.ts',
        find: 'keys.sign(environment,',
        replace: "keys.sign('test',",
      },
    ],
    caughtBy: [{ file: HTTP, name: 'signs each environment with its own key' }],
  },
  {
    invariants: [13],
    fault: 'each attempt has its own delivery id',
    edits: [
      {
        file: 'src/delivery/channels/http.ts',
        find: "'webhook-id': eventId,",
        replace: "'webhook-id': `${eventId}-${attemptedAt.getTime()}`,",
      },
    ],
    caughtBy: [{ file: HTTP, name: 'retries on the schedule with the same body and id' }],
  },
  {
    invariants: [13],
    fault: 'the signature omits the time',
    edits: [
      {
        file: 'src/events/signature.ts',
        find: '`${time}.${body}`',
        replace: 'body',
      },
    ],
    caughtBy: [{ file: HTTP, name: 'signs each environment with its own key' }],
  },
  {
    invariants: [14],
    fault: 'a worker waits for its whole batch before it looks again',
    edits: [
      {
        file: JOB,
        find: 'await alarm.wait(lookAt - performance.now());',
        replace: 'await Promise.all(running.keys());',
      },
    ],
    caughtBy: [{ file: FAIRNESS, name: 'does not let hanging webhooks delay the others' }],
  },
  {
    invariants: [14],
    fault: 'a worker looks for other stores only when it is woken',
    edits: [
      {
        file: JOB,
        find: 'lookAt = performance.now() + LOOK_MS;',
        replace: 'lookAt = Number.POSITIVE_INFINITY;',
      },
    ],
    caughtBy: [
      {
        file: FAIRNESS,
        name: 'retries a delivery when it is due while another store’s backlog is delivered',
      },
    ],
  },
  {
    invariants: [14],
    fault: "one webhook occupies all of a worker's slots",
    edits: [
      { file: JOB, find: 'const MAX_PER_WEBHOOK = 4;', replace: 'const MAX_PER_WEBHOOK = 256;' },
    ],
    caughtBy: [
      {
        file: FAIRNESS,
        name: 'runs at most four concurrent attempts per webhook, and one while it fails',
      },
    ],
  },
  {
    invariants: [15],
    fault: 'the deadline is twenty times as long',
    edits: [
      {
        file: 'src/delivery/safe-post.ts',
        find: 'deadline.abort(), options.timeoutMs)',
        replace: 'deadline.abort(), options.timeoutMs * 20)',
      },
    ],
    caughtBy: [
      {
        file: 'src/delivery/safe-post.test.ts',
        name: 'ends at the time limit when the name server never answers',
      },
    ],
  },
  {
    invariants: [15],
    fault: 'the whole response is read and stored',
    edits: [
      {
        file: 'src/delivery/read-start.ts',
        find: 'KEPT_ANSWER_BYTES = 4_096',
        replace: 'KEPT_ANSWER_BYTES = 1_073_741_824',
      },
    ],
    caughtBy: [
      {
        file: 'src/delivery/answers.test.ts',
        name: 'does not decompress a compressed answer',
      },
    ],
  },
  {
    invariants: [17],
    fault: 'pending deliveries of a removed webhook stay pending',
    edits: [
      {
        file: 'src/events/requeue.queries.ts',
        find: "and status = 'pending' and webhook_id ${ofWebhook}",
        replace: "and status = 'none' and webhook_id ${ofWebhook}",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/store/remove-webhook.test.ts',
        name: 'leaves deliveries as history and makes no new attempt',
      },
    ],
  },
  {
    invariants: [17],
    fault: 'an event is recorded once per type and entity',
    edits: [
      {
        file: 'src/database/migrations/010.do.events-and-webhooks.sql',
        find: '-- For pruning.',
        replace: 'create unique index event_once on event (store_id, type, event_id);',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/subscription-order/reactivate-order.test.ts',
        name: 'gives three events for cancel, uncancel and cancel again',
      },
    ],
  },
  {
    invariants: [17],
    fault: 'every failed renewal is reported as past due',
    edits: [
      {
        file: 'src/domain/subscription/record-failure.ts',
        find: 'monthOf(at))).length > 0',
        replace: 'monthOf(at))).length >= 0',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/renewal/outage.test.ts',
        name: 'is reported past due once per UTC calendar month',
      },
    ],
  },
];
