import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { Ports } from '../../contract/ports.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import { createSmtpTransport } from './mail-transport.ts';
import type { MailOptions } from './send-emails.job.ts';

/** How mails are sent, as the settings want it. */
export function mailOptions(
  config: Config,
  { secrets, publicUrl }: Pick<Ports, 'secrets' | 'publicUrl'>,
  log: MailOptions['log'],
  printer: PdfPrinter,
): MailOptions {
  const { hostname } = new URL(publicUrl);
  const host = isIP(hostname) > 0 || hostname.startsWith('[') ? 'localhost' : hostname;
  return {
    secrets,
    publicUrl,
    transport: config.SMTP_URL ? createSmtpTransport(config.SMTP_URL) : null,
    from: config.MAIL_FROM ?? `no-reply@${host}`,
    log,
    printer,
  };
}
