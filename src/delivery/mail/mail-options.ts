import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Metrics } from '../../gateway/metrics.ts';
import type { RateLimiter } from '../../gateway/rate-limit.ts';
import { createMailLimit } from './mail-limit.ts';
import { countMailAttempts } from './mail-metrics.ts';
import { createSmtpTransport } from './mail-transport.ts';
import { MAILS_AT_ONCE, type MailOptions } from './send-emails.job.ts';

/** What the service gives to the mail job. */
interface MailOutlets extends Pick<MailOptions, 'log' | 'printer'> {
  readonly limiter: RateLimiter;
  readonly metrics: Pick<Metrics, 'registry'>;
}

/** Mail options from the settings. */
export function mailOptions(
  config: Config,
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  { log, printer, limiter, metrics }: MailOutlets,
): MailOptions {
  const { hostname } = new URL(publicUrl);
  const host = isIP(hostname) > 0 || hostname.startsWith('[') ? 'localhost' : hostname;
  return {
    secrets,
    publicUrl,
    transport: config.SMTP_URL ? createSmtpTransport(config.SMTP_URL, MAILS_AT_ONCE) : null,
    from: config.MAIL_FROM ?? `no-reply@${host}`,
    mayGoOut: createMailLimit(limiter),
    count: countMailAttempts(metrics.registry),
    log,
    printer,
  };
}
