import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

/** A mail as received over the wire. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, verbatim. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** Refuses recipients with this status from now on; null accepts them. */
  refuse(status: number | null): void;
  /** How many connections were opened so far. */
  opened(): number;
  /** Closes all connections. */
  hangUp(): void;
}

const servers: SMTPServer[] = [];

/** A local SMTP server that speaks the real protocol and keeps received mails. */
export async function startMailServer(): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let refused: number | null = null;
  let opened = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      opened += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === 'user' && password === 'secret';
      done(isKnown ? null : new Error('Unknown'), isKnown ? { user: 'user' } : undefined);
    },
    onRcptTo: (_address, _session, done) => {
      if (refused === null) done();
      else done(Object.assign(new Error('Refused'), { responseCode: refused }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const to = rcptTo.map(({ address }) => address);
        const from = mailFrom ? mailFrom.address : '';
        taken.push({ from, to, source: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.server.address() as AddressInfo;
  const refuse = (status: number | null) => {
    refused = status;
  };
  const hangUp = () => {
    for (const connection of server.connections) connection.close();
  };
  const url = `smtp://user:secret@127.0.0.1:${port}`;
  return { url, taken, refuse, opened: () => opened, hangUp };
}

/** Call once in a file that starts mail servers. */
export function closeMailServers(): void {
  afterAll(() => {
    for (const server of servers.splice(0)) server.close();
  });
}
