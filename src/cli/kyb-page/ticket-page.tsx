import { renderPage } from '../../start-page/plain-page.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Entry } from './list-page.tsx';
import type { Decision, Ticket, TicketDetails } from './ticket-calls.ts';
import { countryName, Field, Foreign, Status, Time } from './ticket-parts.tsx';

const DONE: Readonly<Record<Decision, string>> = {
  review: 'The ticket is in review.',
  approve: 'Approved. The store can take real payments, and its owner is told by mail.',
  reject: 'Rejected. The owner is told by mail.',
};

interface TicketPage {
  readonly ticket: Ticket;
  /** What else the store has asked. */
  readonly others: readonly Ticket[];
  readonly base: string;
  /** What was done just now. */
  readonly done: Decision | null;
  /** What the service refused just now: its reason, and the note that was typed. */
  readonly refused: { readonly reason: string; readonly note: string } | null;
}

/** The page of one ticket: what was told, what happened, and the form that decides. */
export function renderTicketPage({ ticket, others, base, done, refused }: TicketPage): string {
  const body = (
    <main>
      <p>
        <a href={`${base}/`}>KYB tickets</a>
      </p>
      <h1>
        <Foreign text={ticket.legalName} />
      </h1>
      {done === null ? null : <output class="message">{DONE[done]}</output>}
      {refused === null ? null : (
        <p role="alert" class="message bad">
          {refused.reason}
        </p>
      )}
      <Business ticket={ticket} />
      <Owner owner={ticket.details.owner} />
      <Documents documents={ticket.details.documents ?? []} />
      <History ticket={ticket} />
      {ticket.decidedAt === null ? (
        <DecisionForm
          ticket={ticket}
          note={refused?.note ?? ''}
          action={`${base}/ticket/${ticket.id}`}
        />
      ) : null}
      {others.length === 0 ? null : (
        <section aria-labelledby="others">
          <h2 id="others">Other tickets of this store</h2>
          <ul class="entries">
            {others.map((other) => (
              <Entry key={other.id} base={base} ticket={other} />
            ))}
          </ul>
        </section>
      )}
    </main>
  );
  return renderPage({ title: `KYB ticket ${ticket.id}`, body });
}

function Business({ ticket }: { readonly ticket: Ticket }) {
  const { details } = ticket;
  return (
    <section class="card" aria-labelledby="business">
      <h2 id="business">Business</h2>
      <dl class="fields">
        <Field label="Status">
          <Status status={ticket.status} />
        </Field>
        <Field label="Legal name">{ticket.legalName}</Field>
        <Field label="Country">{countryName(ticket.country)}</Field>
        <Field label="Website">{ticket.website && <Website url={ticket.website} />}</Field>
        <Field label="Registration number">{details.registrationNumber}</Field>
        <Field label="Tax id">{details.taxId}</Field>
        <Field label="Address">{details.address}</Field>
        <Field label="Sells">{details.businessDescription}</Field>
        <Field label="Store">{ticket.storeName}</Field>
        <Field label="Store id">{ticket.storeId}</Field>
        <Field label="Ticket">{ticket.id}</Field>
      </dl>
    </section>
  );
}

function Website({ url }: { readonly url: string }) {
  const isWeb = /^https?:\/\//i.test(url);
  if (!isWeb) return <Foreign text={url} />;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>
  );
}

function Owner({ owner }: Pick<TicketDetails, 'owner'>) {
  const told = Object.values(owner ?? {}).some(Boolean);
  return (
    <section class="card" aria-labelledby="owner">
      <h2 id="owner">Owner</h2>
      {told ? null : <p>Nothing was told about the owner.</p>}
      <dl class="fields">
        <Field label="Name">{owner?.name}</Field>
        <Field label="Email">{owner?.email}</Field>
        <Field label="Phone">{owner?.phone}</Field>
        <Field label="Date of birth">{owner?.dateOfBirth}</Field>
        <Field label="Nationality">{owner?.nationality}</Field>
        <Field label="Address">{owner?.address}</Field>
      </dl>
    </section>
  );
}

function Documents({
  documents,
}: {
  readonly documents: readonly NonNullable<TicketDetails['documents']>[number][];
}) {
  return (
    <section class="card" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <p class="quiet">
        {documents.length === 0
          ? 'None was named.'
          : 'What the owner will send; the files are not here.'}
      </p>
      {documents.map((document, at) => (
        <dl class="fields" key={at}>
          <Field label="Type">{document.type}</Field>
          <Field label="Name">{document.name}</Field>
          <Field label="SHA-256">{document.sha256}</Field>
          <Field label="Bytes">{document.sizeBytes?.toLocaleString('en')}</Field>
          <Field label="Reference">{document.reference}</Field>
        </dl>
      ))}
    </section>
  );
}

function History({ ticket }: { readonly ticket: Ticket }) {
  const { status, createdAt, updatedAt, decidedAt, decisionNote, submittedBy } = ticket;
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol class="history">
        <li>
          <Time at={createdAt} />: submitted by <Foreign text={submittedBy} />
        </li>
        {status === 'processing' ? (
          <li>
            <Time at={updatedAt} />: taken into review
          </li>
        ) : null}
        {decidedAt === null ? null : (
          <li>
            <Time at={decidedAt} />: {status === 'succeeded' ? 'approved' : 'rejected'}
            {decisionNote === null ? null : (
              <p class="note">
                <Foreign text={decisionNote} />
              </p>
            )}
          </li>
        )}
      </ol>
    </section>
  );
}
