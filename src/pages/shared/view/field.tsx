import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import type { FieldName } from '../pay-fields.ts';

export interface FieldProps {
  readonly name: FieldName;
  readonly label: ComponentChildren;
  /** Marks the field as optional. */
  readonly optional?: string;
  /** The script's error text for an invalid value. */
  readonly complaint?: string;
  /** The current error. */
  readonly error?: string | undefined;
  readonly className?: string;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
}

/** Fields that are left to right in every language. */
const LEFT_TO_RIGHT: ReadonlySet<FieldName> = new Set([
  'buyerEmail',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
  'postcode',
  'taxId',
]);

/** A labeled input with space for an error. */
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

/** A field's error, shown next to it. */
export function FieldError({ name, error }: Pick<FieldProps, 'name' | 'error'>) {
  return (
    <p class="field-error" id={`${name}-error`}>
      {error}
    </p>
  );
}
