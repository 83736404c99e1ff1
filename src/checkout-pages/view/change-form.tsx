import type { ChangeQuote } from '../../domain/checkout/change-quote.ts';
import { formatAmount } from '../../kit/money.ts';
import type { ChangePage } from '../change-page.ts';
import { formatPrice } from '../format.ts';
import type { FieldErrors } from '../pay-fields.ts';
import type { Texts } from '../texts/texts.ts';
import { CardFields, type Problem } from './pay-form.tsx';
import { cardName } from './receipt.tsx';

export interface ChangeFormProps {
  readonly page: ChangePage;
  readonly quote: ChangeQuote;
  readonly texts: Texts;
  /** Where the form goes. */
  readonly action: string;
  /** Whether the form itself may take another card: the sandbox's. */
  readonly takesCards: boolean;
  /** Whether what is kept can be charged here. */
  readonly takesSaved: boolean;
  /** Whether the visitor has chosen another card. */
  readonly otherCard: boolean;
  readonly errors: FieldErrors;
  readonly problem: Problem | null;
}

/** The form that confirms a plan change; it works as it stands, without a script. */
export function ChangeForm(props: ChangeFormProps) {
  const { page, quote, texts, problem } = props;
  const { price } = page.next;
  const money = (amountMinor: bigint) => formatPrice({ ...price, amountMinor }, texts);
  const isFree = quote.dueMinor === 0n;
  return (
    <form id="change" method="post" action={props.action} noValidate>
      <input type="hidden" name="amountDue" value={formatAmount(quote.dueMinor, price.currency)} />
      <div id="problem" class="problem" role="alert" tabIndex={-1} hidden={problem === null}>
        <strong id="problem-title">{problem?.title}</strong>
        <p id="problem-text">{problem?.text}</p>
      </div>
      <PayWith {...props} />
      <button type="submit" id="submit">
        <span id="submit-text" data-paying={texts.changeConfirming}>
          {isFree ? texts.changeConfirm : texts.changeConfirmPay({ price: money(quote.dueMinor) })}
        </span>
      </button>
      <output id="progress" class="visually-hidden" />
      <p class="assurance">
        {texts.renewals[page.next.billingPeriod]({ amount: money(price.amountMinor) })}
      </p>
    </form>
  );
}

/** With what is paid: the method that the subscription keeps, or another card. */
function PayWith({ page, texts, takesCards, takesSaved, otherCard, errors }: ChangeFormProps) {
  if (!takesSaved) return takesCards ? <OtherCard texts={texts} errors={errors} chosen /> : null;
  const { brand, last4 } = page.saved ?? { brand: null, last4: null };
  const name = last4
    ? texts.cardEnding({ brand: cardName(brand, texts), last4 })
    : texts.changeSavedMethod;
  if (!takesCards) return <p class="kept-method">{name}</p>;
  return (
    <fieldset class="pay-with">
      <legend>{texts.changePayWith}</legend>
      <label class="choice">
        <input type="radio" name="payWith" value="saved" checked={!otherCard} />
        <span>{name}</span>
      </label>
      <label class="choice">
        <input type="radio" name="payWith" value="other" id="with-other" checked={otherCard} />
        <span>{texts.changeOtherCard}</span>
      </label>
      <OtherCard texts={texts} errors={errors} />
    </fieldset>
  );
}

interface OtherCardProps {
  readonly texts: Texts;
  readonly errors: FieldErrors;
  /** There is no other choice. */
  readonly chosen?: boolean;
}

function OtherCard({ texts, errors, chosen }: OtherCardProps) {
  return (
    <div class={chosen ? '' : 'for-other-card'}>
      {chosen && <input type="hidden" name="payWith" value="other" />}
      <CardFields texts={texts} errors={errors} />
    </div>
  );
}
