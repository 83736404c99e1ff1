import type { Texts } from '../../../texts/texts.ts';
import type { FieldErrors } from '../pay-fields.ts';
import { CardMarks } from './card-mark.tsx';
import { Field } from './field.tsx';

/** The card fields, for the sandbox, which accepts them in the form itself. */
export function CardFields({
  texts,
  errors,
}: {
  readonly texts: Texts;
  readonly errors: FieldErrors;
}) {
  const digits = { inputMode: 'numeric', required: true, spellcheck: false } as const;
  return (
    <fieldset class="card-fields">
      <legend>
        {texts.card} <CardMarks />
      </legend>
      <Field
        name="cardNumber"
        label={texts.cardNumber}
        complaint={texts.cardNumberError}
        error={errors.cardNumber}
        className="card-number"
        input={{
          ...digits,
          autocomplete: 'cc-number',
          maxLength: 23,
          placeholder: '1234 1234 1234 1234',
        }}
      />
      <Field
        name="cardExpiry"
        label={texts.cardExpiry}
        complaint={texts.cardExpiryError}
        error={errors.cardExpiry}
        input={{
          ...digits,
          autocomplete: 'cc-exp',
          maxLength: 9,
          placeholder: texts.cardExpiryFormat,
        }}
      />
      <Field
        name="cardCvc"
        label={texts.cardCvc}
        complaint={texts.cardCvcError}
        error={errors.cardCvc}
        input={{ ...digits, autocomplete: 'cc-csc', maxLength: 4, placeholder: 'CVC' }}
      />
    </fieldset>
  );
}
