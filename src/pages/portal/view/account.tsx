import { plainLine } from '../../../kit/text.ts';
import type { PortalView } from '../portal-view.ts';

/** The signed-in buyer, and the sign-out button. */
export function Account({ view }: { readonly view: PortalView }) {
  const { visitor, words, path } = view;
  const { buyer } = visitor;
  if (!buyer) return null;
  const name = plainLine(buyer.provenEmail ?? buyer.buyerIdentity);
  return (
    <div class="who no-print">
      <span>{words.signedInAs({ buyer: name })}</span>
      <form method="post" action={`${path}/leave`}>
        <button type="submit" class="plain">
          {words.signOut}
        </button>
      </form>
    </div>
  );
}
