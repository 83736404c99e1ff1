import type { SendMailOptions, Transporter } from 'nodemailer';

export type OutgoingMail = SendMailOptions;

/** The result of handing over a mail. */
export interface MailResult {
  /** Null if the server accepted it. */
  readonly failure: string | null;
  /** The server permanently rejects the address or the message: retrying is pointless. */
  readonly isFinal: boolean;
}

export interface MailTransport {
  /** Hands a mail to the server; never throws. */
  send(mail: OutgoingMail): Promise<MailResult>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Milliseconds of silence. A server may take minutes to accept a message (RFC 5321, 4.5.3.2.6); one
 * that we gave up on before would be sent again, although it had arrived.
 */
const SOCKET_TIMEOUT_MS = 120_000;
/** Milliseconds without a mail after which a connection is closed, before the server does so. */
const IDLE_MS = 5_000;

/** Recorded failures. Fixed texts without the server's address or credentials. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNECTION: 'Mail server cannot be reached',
  ECONNREFUSED: 'Mail server refused the connection',
  ESOCKET: 'Mail server cannot be reached',
  EDNS: 'Name of the mail server not found',
  ETIMEDOUT: 'Mail server did not answer in time',
  ETLS: 'TLS with the mail server failed',
  EAUTH: 'Mail server refused the credentials',
  EENVELOPE: 'Mail server refused an address',
  EMESSAGE: 'Mail server refused the message',
};

/** Codes of failures that are about the mail, unlike those about the connection. */
const ABOUT_MAIL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];
/**
 * Replies to a mail that are for the operator to fix: wrong order of commands (RFC 5321),
 * authentication required, wrong credentials (RFC 4954).
 */
const NOT_ABOUT_MAIL: readonly number[] = [503, 530, 535];

/**
 * SMTP as in `SMTP_URL`: `smtp://user:password@host:587`, or `smtps://` for implicit TLS. Mails that
 * follow each other share a connection; each process has at most `maxConnections`.
 */
export function createSmtpTransport(smtpUrl: string, maxConnections: number): MailTransport {
  let transport: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      transport ??= openTransport(smtpUrl, maxConnections);
      try {
        await (await transport).sendMail(mail);
        return { failure: null, isFinal: false };
      } catch (error) {
        return describeFailure(error);
      }
    },
  };
}

/** The package is loaded for the first mail: most processes send none. */
async function openTransport(smtpUrl: string, maxConnections: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections,
      idleTimeout: IDLE_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Our mails contain only text: nothing is read from files or fetched from URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );
}

function describeFailure(error: unknown): MailResult {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const text = TEXTS[String(code)] ?? 'Mail could not be handed over';
  const status = typeof responseCode === 'number' ? responseCode : null;
  const isPermanent = status !== null && status >= 500 && !NOT_ABOUT_MAIL.includes(status);
  const isFinal = isPermanent && ABOUT_MAIL.includes(code);
  return { failure: status === null ? text : `${text} (${status})`, isFinal };
}
