/** Error messages by the field's path in the form. */
export type FieldWords = Readonly<Record<string, string>>;

/**
 * Props of a required field. Not the browser's `required`: a screen reader would call the field
 * invalid before it is filled in.
 */
export const REQUIRED = { withAsterisk: true, 'aria-required': true } as const;

/** The same for a field that is required only sometimes. */
export function requiredIf(isRequired: boolean): Partial<typeof REQUIRED> {
  return isRequired ? REQUIRED : {};
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Errors of the browser's own validation, and required fields that are empty. */
export function wrongFields(form: HTMLFormElement): FieldWords {
  const controls = [...form.querySelectorAll<Control>('input[data-path], textarea[data-path]')];
  return Object.fromEntries(
    controls.flatMap((control) => {
      const words = complaintOf(control);
      return words === null ? [] : [[control.dataset.path ?? '', words]];
    }),
  );
}

function complaintOf(control: Control): string | null {
  const { validity, type, value } = control;
  if (validity.typeMismatch && type === 'email') {
    return 'Enter an email address, such as name@example.com.';
  }
  if (validity.typeMismatch) return 'Enter a web address, such as https://example.com.';
  const isRequired = control.getAttribute('aria-required') === 'true';
  return isRequired && value.trim() === '' ? `${labelOf(control)} is required.` : null;
}

function labelOf(control: Control): string {
  const label = control.labels?.[0]?.textContent ?? 'This field';
  return label.replace(/\s*\*$/, '');
}

const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^Missing required field/, 'This field is required.'],
  [/^Invalid amount/, 'Enter an amount, such as 9.90.'],
  [/^Invalid (email|buyerEmail)/, 'Enter an email address, such as name@example.com.'],
  [/^Invalid (url|successUrl|website|logo)\b(?!.*(https|allowed|channel))/, 'Enter a web address.'],
  [/cannot be empty or contain only whitespace/, 'This field is required.'],
];

/** A service error as a user-facing message. */
export function fieldWords(message: string): string {
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

/** Moves the focus to the first error. */
export function focusFirst(form: HTMLFormElement, paths: readonly string[]): void {
  const controls = [...form.querySelectorAll<HTMLElement>('[data-path]')];
  controls.find(({ dataset }) => paths.includes(dataset.path ?? ''))?.focus();
}
