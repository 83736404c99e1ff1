import type { ChangeQuote } from '../../../domain/plan-change/quote.ts';
import { formatAmount } from '../../../kit/money.ts';
import type { Texts } from '../../../texts/texts.ts';
import { cardName, formatPrice } from '../../shared/format.ts';
import type { FieldErrors } from '../../shared/pay-fields.ts';
import type { CardForm } from '../../shared/payment-methods.ts';
import type { Problem } from '../../shared/problem.ts';
import { scriptTexts } from '../../shared/script-texts.ts';
import { CardMark } from '../../shared/view/card-mark.tsx';
import { Cards } from '../../shared/view/provider-cards.tsx';
import type { ChangePage } from '../change-page.ts';

export interface ChangeFormProps {
  readonly page: ChangePage;
  readonly quote: ChangeQuote;
  readonly texts: Texts;
  /** Path of the form's target. */
  readonly action: string;
  /** Paths of the page and of the service's root. */
  readonly path: string;
  readonly basePath: string;
  /** How another card can be entered; null if it can't. */
  readonly cardForm: CardForm | null;
  /** Whether the saved payment method can be charged here. */
  readonly takesSaved: boolean;
  /** Whether the visitor has chosen another card. */
  readonly otherCard: boolean;
  readonly errors: FieldErrors;
  readonly problem: Problem | null;
}

/** The form that confirms a plan change. It works without the script. */
export function ChangeForm(props: ChangeFormProps) {
  const { page, quote, texts, problem } = props;
  const { price } = page.next;
  const money = (amountMinor: bigint) => formatPrice({ ...price, amountMinor }, texts);
  const isFree = quote.dueMinor === 0n;
  return (
    <form
      id="change"
      method="post"
      action={props.action}
      noValidate
      data-page={props.path}
      data-tokens={`${props.basePath}/sandbox/tokens`}
      data-texts={JSON.stringify(scriptTexts(texts, page.store.name))}
    >
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

/** The choice of payment method: the subscription's saved one, or another card. */
function PayWith(props: ChangeFormProps) {
  const { page, texts, cardForm, takesSaved, otherCard } = props;
  if (!takesSaved) return cardForm ? <OtherCard {...props} form={cardForm} chosen /> : null;
  const { brand, last4 } = page.saved ?? { brand: null, last4: null };
  const name = last4
    ? texts.cardEnding({ brand: cardName(brand, texts), last4 })
    : texts.changeSavedMethod;
  const mark = <CardMark brand={brand} />;
  if (!cardForm) {
    return (
      <p class="kept-method">
        {mark} {name}
      </p>
    );
  }
  return (
    <fieldset class="pay-with">
      <legend>{texts.changePayWith}</legend>
      <label class="choice">
        <input type="radio" name="payWith" value="saved" checked={!otherCard} />
        {mark} <span>{name}</span>
      </label>
      <label class="choice">
        <input type="radio" name="payWith" value="other" id="with-other" checked={otherCard} />
        <span>{texts.changeOtherCard}</span>
      </label>
      <OtherCard {...props} form={cardForm} />
    </fieldset>
  );
}

type OtherCardProps = Pick<ChangeFormProps, 'texts' | 'errors' | 'basePath'> & {
  readonly form: CardForm;
  /** There is no other choice. */
  readonly chosen?: boolean;
};

function OtherCard({ form, texts, errors, basePath, chosen }: OtherCardProps) {
  return (
    <div class={chosen ? '' : 'for-other-card'}>
      {chosen && <input type="hidden" name="payWith" value="other" />}
      <Cards {...{ form, texts, errors, basePath }} />
    </div>
  );
}
