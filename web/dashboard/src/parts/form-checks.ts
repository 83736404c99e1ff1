/** Error messages by the field's path in the form. */
export type FieldWords = Readonly<Record<string, string>>;

type Control = HTMLInputElement | HTMLTextAreaElement;

/** All errors reported by the browser's field validation. */
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
  const { validity, type, required, value } = control;
  if (validity.typeMismatch && type === 'email') {
    return 'Enter an email address, such as name@example.com.';
  }
  if (validity.typeMismatch) return 'Enter a web address, such as https://example.com.';
  // A select's input can be read-only, and browsers don't validate read-only fields.
  return required && value.trim() === '' ? `${labelOf(control)} is required.` : null;
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
