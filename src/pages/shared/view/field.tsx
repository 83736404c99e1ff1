import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import type { FieldName } from '../pay-fields.ts';

export interface FieldProps {
  readonly name: FieldName;
  readonly label: ComponentChildren;
  /** Says that the field may stay empty. */
  readonly optional?: string;
  /** What the script says when the field is wrong. */
  readonly complaint?: string;
  /** What is wrong with it now. */
  readonly error?: string | undefined;
  readonly className?: string;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
}

/** What is written from left to right in every language. */
const LEFT_TO_RIGHT: ReadonlySet<FieldName> = new Set([
  'buyerEmail',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
  'postcode',
  'taxId',
]);

/** A labelled input with room for what is wrong with it. */
export function Field({ name, label, optional, complaint, error, className, input }: FieldProps) {
  return (
    <div class={`field ${className ?? ''}`}>
      <label for={name}>
        {label}
        {optional && <span class="optional"> ({optional})</span>}
      </label>
      <input
        id={name}
        name={name}
        dir={LEFT_TO_RIGHT.has(name) ? 'ltr' : 'auto'}
        data-complaint={complaint}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={`${name}-error`}
        {...input}
      />
      <FieldError name={name} error={error} />
    </div>
  );
}

/** What is wrong with a field, beside it. */
export function FieldError({ name, error }: Pick<FieldProps, 'name' | 'error'>) {
  return (
    <p class="field-error" id={`${name}-error`}>
      {error}
    </p>
  );
}
