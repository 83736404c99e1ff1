import type { Problem } from '../../shared/problem.ts';
import type { PortalView } from '../portal-view.ts';
import { ProblemNote } from './note.tsx';

interface SignInProps {
  readonly view: PortalView;
  readonly problem: Problem | null;
  readonly email: string;
  readonly emailError: string | null;
}

/** The portal's sign-in form: a link by mail. */
export function SignIn({ view, problem, email, emailError }: SignInProps) {
  const { visitor, texts, words, path } = view;
  return (
    <section class="panel" aria-labelledby="title">
      <h2 id="title">{words.portal}</h2>
      <p>{words.signInText({ store: visitor.store.name })}</p>
      <ProblemNote problem={problem} />
      <form method="post" action={`${path}/link?environment=${visitor.environment}`} noValidate>
        <input type="hidden" name="environment" value={visitor.environment} />
        <div class="field">
          <label for="email">{texts.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            inputMode="email"
            dir="ltr"
            required
            maxLength={254}
            value={email}
            aria-invalid={emailError ? 'true' : undefined}
            aria-describedby="email-hint email-error"
          />
          <p class="field-hint" id="email-hint">
            {words.emailHint}
          </p>
          <p class="field-error" id="email-error">
            {emailError}
          </p>
        </div>
        <button type="submit">{words.sendLink}</button>
      </form>
      <EnterForm view={view} />
    </section>
  );
}

/** The form the script submits if the page was opened with a session token. */
export function EnterForm({ view }: { readonly view: PortalView }) {
  const { path, visitor } = view;
  return (
    <form
      id="enter"
      method="post"
      action={`${path}/enter?environment=${visitor.environment}`}
      hidden
    >
      <input type="hidden" name="token" value="" />
    </form>
  );
}

/** The same for every address, so that it doesn't reveal who has bought something. */
export function LinkSent({ view, email }: { readonly view: PortalView; readonly email: string }) {
  const { visitor, words, path } = view;
  const { store, environment } = visitor;
  return (
    <section class="panel" aria-labelledby="title">
      <h2 id="title">{words.linkSentTitle}</h2>
      <p tabIndex={-1} data-announce="">
        {words.linkSentText({ store: store.name, email })}
      </p>
      <p>
        <a href={`${path}?environment=${environment}`}>{words.otherEmail}</a>
      </p>
    </section>
  );
}

/** Mail programs open links to preview them, so redeeming one requires a click. */
export function OpenLink({ view, code }: { readonly view: PortalView; readonly code: string }) {
  const { visitor, words, path } = view;
  const { store, environment } = visitor;
  return (
    <section class="panel" aria-labelledby="title">
      <h2 id="title">{words.linkTitle({ store: store.name })}</h2>
      <p>{words.linkText}</p>
      <form method="post" action={`${path}/sign-in?environment=${environment}`}>
        <input type="hidden" name="environment" value={environment} />
        <input type="hidden" name="code" value={code} />
        <button type="submit">{words.open}</button>
      </form>
    </section>
  );
}
