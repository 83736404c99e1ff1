import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { Ports } from '../../contract/ports.ts';
import type { RateLimiter } from '../../gateway/rate-limit.ts';
import { createMailLimit } from './mail-limit.ts';
import { createSmtpTransport } from './mail-transport.ts';
import type { MailOptions } from './send-emails.job.ts';

/** Mail options from the settings. */
export function mailOptions(
  config: Config,
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  { log, printer, limiter }: Pick<MailOptions, 'log' | 'printer'> & { limiter: RateLimiter },
): MailOptions {
  const { hostname } = new URL(publicUrl);
  const host = isIP(hostname) > 0 || hostname.startsWith('[') ? 'localhost' : hostname;
  return {
    secrets,
    publicUrl,
    transport: config.SMTP_URL ? createSmtpTransport(config.SMTP_URL) : null,
    from: config.MAIL_FROM ?? `no-reply@${host}`,
    mayGoOut: createMailLimit(limiter),
    log,
    printer,
  };
}
