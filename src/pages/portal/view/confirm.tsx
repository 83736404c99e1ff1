import type { ComponentChildren } from 'preact';
import type { Problem } from '../../shared/problem.ts';
import type { PortalView } from '../portal-view.ts';
import { ProblemNote } from './note.tsx';

export interface ConfirmProps {
  readonly view: PortalView;
  readonly title: string;
  readonly text: string;
  /** Path of the link back. */
  readonly back: string;
  readonly backLabel?: string;
  /** Null if there is nothing to confirm. */
  readonly button: string | null;
  readonly isDangerous?: boolean;
  readonly problem: Problem | null;
  /** Idempotency key, the same for every press of this page's button. */
  readonly idempotencyKey: string;
  /** Additional fields. */
  readonly children?: ComponentChildren;
}

/** A step that asks for confirmation; the form posts to the page's own URL. */
export function Confirm(props: ConfirmProps) {
  const { view, title, text, button, back, isDangerous = false, children } = props;
  return (
    <section class="panel" aria-labelledby="title">
      <h2 id="title">{title}</h2>
      <p>{text}</p>
      <ProblemNote problem={props.problem} />
      {button && (
        <form method="post" noValidate>
          <input type="hidden" name="key" value={props.idempotencyKey} />
          {children}
          <button type="submit" class={isDangerous ? 'danger' : ''}>
            {button}
          </button>
        </form>
      )}
      <a class="back" href={back}>
        {props.backLabel ?? view.words.backToOrder}
      </a>
    </section>
  );
}
