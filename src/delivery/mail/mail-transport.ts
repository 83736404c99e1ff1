import type { SendMailOptions, Transporter } from 'nodemailer';

export type OutgoingMail = SendMailOptions;

/** The result of handing over a mail. */
export interface MailResult {
  /** Null if the server accepted it. */
  readonly failure: string | null;
  /** The server rejects it permanently (RFC 5321, 5yz): retrying is pointless. */
  readonly isFinal: boolean;
}

export interface MailTransport {
  /** Hands a mail to the server; never throws. */
  send(mail: OutgoingMail): Promise<MailResult>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds of silence. */
const SOCKET_TIMEOUT_MS = 20_000;

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

/**
 * SMTP with one connection per mail, as in `SMTP_URL`: `smtp://user:password@host:587`, or
 * `smtps://` for implicit TLS.
 */
export function createSmtpTransport(smtpUrl: string): MailTransport {
  let transport: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      transport ??= openTransport(smtpUrl);
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
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: smtpUrl,
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
  // Wrong credentials are for the operator to fix, not the mail's fault.
  const isFinal = status !== null && status >= 500 && code !== 'EAUTH';
  return { failure: status === null ? text : `${text} (${status})`, isFinal };
}
