import type { ComponentChildren } from 'preact';
import type { Ticket } from './ticket-calls.ts';

const STATUSES: Readonly<Record<Ticket['status'], readonly [text: string, look: string]>> = {
  pending: ['Waiting', 'waiting'],
  processing: ['In review', 'waiting'],
  succeeded: ['Approved', 'good'],
  rejected: ['Rejected', 'bad'],
};

/** English names of countries. */
const countries = new Intl.DisplayNames('en', { type: 'region' });

/** Where a ticket stands, in a word. */
export function Status({ status }: Pick<Ticket, 'status'>) {
  const [text, look] = STATUSES[status];
  return <span class={`verdict ${look}`}>{text}</span>;
}

/** An ISO 8601 time to the minute, in UTC. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 16).replace('T', ' ')} UTC`}</time>;
}

/** What somebody else wrote: its direction of writing stays its own. */
export function Foreign({ text }: { readonly text: string }) {
  return <bdi>{text}</bdi>;
}

/** A line of a list of fields; nothing where there is no value. */
export function Field({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{typeof children === 'string' ? <Foreign text={children} /> : children}</dd>
    </>
  );
}

/** `Ireland (IE)`. */
export function countryName(code: string): string {
  return `${countries.of(code) ?? code} (${code})`;
}
