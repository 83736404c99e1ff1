import type { Problem } from '../../shared/problem.ts';

/** An error, shown above its form. */
export function ProblemNote({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <div class="problem" role="alert" tabIndex={-1} data-announce="">
      <strong>{problem.title}</strong>
      <p>{problem.text}</p>
    </div>
  );
}

/**
 * A confirmation of a completed step, focused by the script. Not a status: a screen reader announces
 * only later changes of those, and may leave out the text of a new page's.
 */
export function DoneNote({ text }: { readonly text: string | null }) {
  if (!text) return null;
  return (
    <p class="done" tabIndex={-1} data-announce="">
      {text}
    </p>
  );
}
