import { renderPage } from '../../start-page/plain-page.tsx';
import { FILTERS, type Filter, type Ticket, type TicketList } from './ticket-calls.ts';
import { countryName, Foreign, Status, Time } from './ticket-parts.tsx';

const TITLE = 'KYB tickets';
const NAMES: Readonly<Record<Filter, string>> = {
  open: 'Waiting',
  succeeded: 'Approved',
  rejected: 'Rejected',
  all: 'All',
};

interface ListPage extends TicketList {
  readonly base: string;
  readonly filter: Filter;
  /** From 1. */
  readonly page: number;
}

/** The page with the tickets of one status: those that wait, the oldest first. */
export function renderListPage({ tickets, nextPage, base, filter, page }: ListPage): string {
  const linkTo = (status: Filter, number = 1) => `${base}/?status=${status}&page=${number}`;
  const body = (
    <main>
      <h1>{TITLE}</h1>
      <p class="quiet">Stores that ask to take real payments. You decide.</p>
      <nav aria-label="Status" class="choices">
        {FILTERS.map((name) => (
          <a key={name} href={linkTo(name)} aria-current={name === filter ? 'page' : undefined}>
            {NAMES[name]}
          </a>
        ))}
      </nav>
      {tickets.length === 0 ? <p class="card">No tickets here.</p> : null}
      <ul class="entries">
        {tickets.map((ticket) => (
          <Entry key={ticket.id} base={base} ticket={ticket} />
        ))}
      </ul>
      {page === 1 && nextPage === null ? null : (
        <nav aria-label="Pages" class="choices">
          {page > 1 ? <a href={linkTo(filter, page - 1)}>Previous page</a> : null}
          {nextPage === null ? null : <a href={linkTo(filter, nextPage)}>Next page</a>}
        </nav>
      )}
    </main>
  );
  return renderPage({ title: TITLE, body });
}

interface EntryProps {
  readonly base: string;
  readonly ticket: Ticket;
}

/** A ticket in a list, with the way to it. */
export function Entry({ base, ticket }: EntryProps) {
  return (
    <li class="entry card">
      <header>
        <h2>
          <a href={`${base}/ticket/${ticket.id}`}>
            <Foreign text={ticket.legalName} />
          </a>
        </h2>
        <Status status={ticket.status} />
      </header>
      <p class="foreign">
        <Foreign text={ticket.storeName} />, {countryName(ticket.country)}
      </p>
      <p class="quiet">
        Submitted <Time at={ticket.createdAt} />
      </p>
    </li>
  );
}
