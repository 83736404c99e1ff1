import { z } from 'zod';
import { DATABASE_URL_FORM, isDatabaseUrl } from './kit/database-url.ts';
import { readExchangeRates } from './kit/exchange-rates.ts';

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true');
/** Timers with more milliseconds fire immediately. */
const integer = (fallback: number, min = 0, max = 2 ** 31 - 1) => {
  const form = `a whole number from ${min} to ${max}`;
  return z.coerce.number(form).int(form).min(min, form).max(max, form).default(fallback);
};
const seconds = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'seconds, separated by commas')
  .transform((text) => text.split(',').map(Number));
const databaseUrl = z.string().refine(isDatabaseUrl, DATABASE_URL_FORM).optional();

/** Every setting, with its default, the unit in its name, and one sentence. */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address the service listens on.'),
  PORT: integer(4000, 0, 65_535).describe('Port the service listens on; 0 picks a free one.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'a URL such as https://shop.example' })
    .optional()
    .describe('Base URL of every link; http://HOST:PORT by default.'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('What this process does.'),
  PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]\d{0,2})$/, 'auto, or a number from 1 to 999')
    .transform((text) => (text === 'auto' ? text : Number(text)))
    .optional()
    .describe(
      'Number of API processes next to one worker, or auto for one per core; needs DATABASE_URL.',
    ),
  DATABASE_URL: databaseUrl.describe(
    'PostgreSQL server, or several as host1:5432,host2:5432; without it the embedded database is used.',
  ),
  DATABASE_POOL_SIZE: integer(10, 1).describe('Size of the PostgreSQL connection pool.'),
  DATABASE_TIMEOUT_MS: integer(7_000, 1).describe(
    'Timeout for a statement, and 70 % of it for getting a connection.',
  ),
  DATABASE_POOLER: z
    .enum(['none', 'transaction'])
    .default('none')
    .describe('Whether DATABASE_URL is a pooler such as PgBouncer in transaction mode.'),
  DATABASE_DIRECT_URL: databaseUrl.describe(
    'PostgreSQL server behind the pooler, for notifications and commands; without it jobs poll every few seconds.',
  ),
  DATABASE_REPLICA_URL: databaseUrl.describe(
    'Read replica for GraphQL; used only while it has caught up.',
  ),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database.'),
  EMBEDDED_DURABILITY: z
    .enum(['process', 'fsync'])
    .default('process')
    .describe(
      'What a committed change in the embedded database survives: a process crash, or a power failure.',
    ),
  SECRET_KEY: z
    .string()
    .min(32, 'SECRET_KEY needs at least 32 characters')
    .optional()
    .describe(
      'Encrypts secrets at rest and derives token keys; generated for the embedded database.',
    ),
  SECRET_KEY_PREVIOUS: z
    .string()
    .min(32, 'SECRET_KEY_PREVIOUS needs at least 32 characters')
    .optional()
    .describe('Previous key, to decrypt existing secrets while you rotate SECRET_KEY.'),
  SIGN_UP: z.enum(['open', 'closed']).default('open').describe('Whether merchants may sign up.'),
  DEMO: flag('true').describe('Seeds a demo store in an empty embedded database.'),
  PROVIDER_PROD: z
    .enum(['none', 'sandbox', 'stripe'])
    .default('none')
    .describe('Payment provider of the production environment.'),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret API key of Stripe.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe("Stripe's key for the hosted page."),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe("Signing secret (`whsec_…`) of Stripe's webhook to `/callbacks/stripe`."),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Address of the Stripe API; change it only in tests.'),
  CONFIRM_MOVE: z
    .string()
    .optional()
    .describe('Code from the log that lets a moved database charge, deliver and mail again.'),
  KYB_AUTO_APPROVE: flag('false').describe('Enables production for every store (trials only).'),
  ALLOW_PRIVATE_WEBHOOKS: flag('false').describe('Allows webhooks to http and private addresses.'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('Rate limits; off for load tests.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Redis server through which several API processes share rate limits.'),
  RATE_LIMIT_API_KEY_PER_SECOND: integer(100, 1).describe('Requests per second for an API key.'),
  RATE_LIMIT_TOKEN_PER_SECOND: integer(20, 1).describe('Requests per second for a session token.'),
  RATE_LIMIT_VISITOR_PER_SECOND: integer(10, 1).describe('Requests per second for a visitor.'),
  MAX_CONNECTIONS: integer(10_000, 1).describe('Maximum open connections; others are closed.'),
  MAX_CONNECTIONS_PER_NETWORK: integer(1_000, 1).describe(
    'Maximum open connections from one IPv4 address or IPv6 /64.',
  ),
  KEEP_ALIVE_MS: integer(130_000, 1_000, 86_400_000).describe('Time until idle connections close.'),
  MAX_BODIES_MB: integer(64, 4).describe(
    'Memory for large request bodies in flight; a quarter of it for one address.',
  ),
  RATE_LIMIT_NETWORK_DECLINES_PER_HOUR: integer(60, 1).describe(
    'Declined cards per hour from a network.',
  ),
  RATE_LIMIT_STORE_DECLINES_PER_HOUR: integer(600, 1).describe(
    'Declined cards per hour in a store.',
  ),
  REFUND_STEP_UP_AMOUNT: integer(500).describe(
    'Refunds above this amount require recent authentication.',
  ),
  EXCHANGE_RATES: z
    .string()
    .transform((text, context) => {
      const rates = readExchangeRates(text);
      if (rates) return rates;
      context.addIssue(
        'a currency and what others are worth in it, such as USD=EUR:1.08,JPY:0.0065',
      );
      return z.NEVER;
    })
    .optional()
    .describe(
      'Fixed exchange rates, such as USD=EUR:1.08,JPY:0.0065: home then shows a total in US dollars.',
    ),
  PICTURES_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of uploaded pictures, seen by every machine; DATA_DIR/pictures with the embedded database.',
    ),
  PICTURES_BUCKET_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('S3-compatible bucket of uploaded pictures, with its path, in place of a folder.'),
  PICTURES_BUCKET_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  PICTURES_BUCKET_ACCESS_KEY_ID: z.string().optional().describe('Access key of the bucket.'),
  PICTURES_BUCKET_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .describe('Secret access key of the bucket.'),
  MAX_PICTURES_PER_STORE: integer(500, 1).describe('Maximum pictures per store.'),
  RETENTION_DAYS: integer(90, 1).describe(
    'Retention of events, deliveries, sent mails and abandoned checkouts, in days.',
  ),
  WEBHOOK_RETRY_SCHEDULE: seconds
    .default([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000])
    .describe('Seconds before each retry of a failed delivery.'),
  WEBHOOK_TIMEOUT_MS: integer(10_000, 1).describe('Timeout of a delivery attempt.'),
  WEBHOOK_HEADER_ALIAS: z
    .string()
    .regex(/^(?:[A-Za-z][A-Za-z0-9-]{0,40})?$/, 'a header prefix such as X-Waffo, or empty')
    .default('X-Waffo')
    .describe('Second prefix for the signature and event headers; empty turns it off.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server, such as smtp://user:password@host:587; without it no mails are sent.'),
  MAIL_FROM: z
    .email()
    .optional()
    .describe('Sender of mails; no-reply@ the host of PUBLIC_URL by default.'),
  METRICS_PORT: integer(0, 0, 65_535).describe('Separate port for /metrics; 0 uses PORT.'),
  // A stop ends within 30 s: what this takes, slow clients don't get (`stop.ts`).
  DRAIN_MS: integer(2_000, 0, 10_000).describe(
    'On shutdown, time between reporting not ready and closing the port, at most 10 s.',
  ),
  TRUST_PROXY: flag('false').describe('Reads the visitor address from X-Forwarded-For.'),
  SAFETY_PROVIDER_URL: z
    .url()
    .optional()
    .describe('OpenAI-compatible moderation endpoint that can make a prompt verdict stricter.'),
  SAFETY_PROVIDER_KEY: z.string().optional().describe('Bearer key of the moderation endpoint.'),
  SAFETY_PROVIDER_MODEL: z.string().optional().describe('Model the moderation endpoint uses.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Trace collector (OTLP over HTTP in JSON); without it no traces are recorded.'),
  FOREIGN_SETTINGS: z
    .string()
    .optional()
    .describe(
      'Comma-separated names that look like settings but belong to other programs, such as REDIS_URI,PORTS.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Minimum severity of log lines.'),
});
