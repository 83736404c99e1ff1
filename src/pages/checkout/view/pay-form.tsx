import type { Texts } from '../../../texts/texts.ts';
import type { FieldErrors, TypedFields } from '../../shared/pay-fields.ts';
import type { CardForm } from '../../shared/payment-methods.ts';
import type { Problem } from '../../shared/problem.ts';
import { scriptTexts } from '../../shared/script-texts.ts';
import { BillingFields } from '../../shared/view/billing-fields.tsx';
import { Field } from '../../shared/view/field.tsx';
import { Cards } from '../../shared/view/provider-cards.tsx';

export interface PayFormProps {
  readonly texts: Texts;
  /** The amount due now as a decimal string, and the button's label. */
  readonly due: string;
  readonly button: string;
  /** The same for a buyer who has already used the trial. */
  readonly fullDue: string;
  readonly fullButton: string;
  /** What else the buyer agrees to; null for a one-time product. */
  readonly renewal: string | null;
  readonly storeName: string;
  readonly environment: string;
  /** Paths of the form's target and of the page. */
  readonly action: string;
  readonly pagePath: string;
  readonly tokensPath: string;
  readonly cardForm: CardForm | null;
  /** Path of the service's root. */
  readonly basePath: string;
  readonly typed: TypedFields;
  readonly errors: FieldErrors;
  readonly problem: Problem | null;
}

/** The payment form. It works without the script, which makes it faster. */
export function PayForm(props: PayFormProps) {
  const { texts, typed, errors, problem } = props;
  return (
    <form
      id="pay"
      method="post"
      action={props.action}
      data-page={props.pagePath}
      data-tokens={props.tokensPath}
      data-environment={props.environment}
      data-full-due={props.fullDue}
      data-full-button={props.fullButton}
      data-texts={JSON.stringify(scriptTexts(texts, props.storeName))}
    >
      <input type="hidden" name="amountDue" value={props.due} />
      <div
        id="problem"
        class="problem"
        role="alert"
        tabIndex={-1}
        hidden={problem === null}
        data-shown={problem ? '' : undefined}
      >
        <strong id="problem-title">{problem?.title}</strong>
        <p id="problem-text">{problem?.text}</p>
      </div>
      <fieldset>
        <legend>{texts.contact}</legend>
        <Field
          name="buyerEmail"
          label={texts.email}
          complaint={texts.emailError}
          error={errors.buyerEmail}
          input={{
            type: 'email',
            autocomplete: 'email',
            inputMode: 'email',
            required: true,
            maxLength: 254,
            value: typed.buyerEmail,
          }}
        />
      </fieldset>
      {props.cardForm && (
        <Cards form={props.cardForm} basePath={props.basePath} texts={texts} errors={errors} />
      )}
      <BillingFields texts={texts} typed={typed} errors={errors} />
      <button type="submit" id="submit">
        <Lock />
        <span id="submit-text" data-paying={texts.paying}>
          {props.button}
        </span>
      </button>
      <output id="progress" class="visually-hidden" />
      {props.renewal && <p class="assurance">{props.renewal}</p>}
      <p class="assurance">{texts.secure({ store: props.storeName })}</p>
    </form>
  );
}

function Lock() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M8 1a3.5 3.5 0 0 0-3.5 3.5V7H4a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V8a1 1 0 0 0-1-1h-.5V4.5A3.5 3.5 0 0 0 8 1Zm2 6H6V4.5a2 2 0 1 1 4 0V7Z"
      />
    </svg>
  );
}
