import type { Ticket } from './ticket-calls.ts';

/** Code points that the service takes; a browser counts some of them as two. */
const MAX_NOTE_LENGTH = 1_000;

interface FormProps {
  readonly ticket: Ticket;
  /** What was typed before, so that it is not lost. */
  readonly note: string;
  readonly action: string;
}

/** Takes a ticket into review, approves or rejects it, with a note to the owner. */
export function DecisionForm({ ticket, note, action }: FormProps) {
  return (
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <form method="post" action={action}>
        <label for="note">Note to the owner</label>
        <p class="quiet" id="about-note">
          Optional, up to {MAX_NOTE_LENGTH.toLocaleString('en')} characters. The owner reads it in
          the mail about your decision.
        </p>
        <textarea id="note" name="note" rows={4} aria-describedby="about-note">
          {note}
        </textarea>
        <p class="acts">
          <button type="submit" name="decision" value="approve" class="good">
            Approve
          </button>
          <button type="submit" name="decision" value="reject" class="bad">
            Reject
          </button>
          {ticket.status === 'pending' ? (
            <button type="submit" name="decision" value="review">
              Take into review
            </button>
          ) : null}
        </p>
        <p class="quiet">A decision is final. A store that was rejected can ask again.</p>
      </form>
    </section>
  );
}
