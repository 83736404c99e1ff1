/**
 * Conversion between ISO times and the text of a `datetime-local` field, in the visitor's time
 * zone.
 */

/** The field's text; empty for an invalid time. */
export function toFieldText(iso: string | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  // A partly typed year starts with zeros.
  const year = String(date.getFullYear()).padStart(4, '0');
  const day = [year, two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The ISO time of the field's text; null while it is empty or incomplete. */
export function fromFieldText(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The ISO time the given number of hours ago, to the minute. */
export function hoursAgo(hours: number): string {
  const at = new Date(Date.now() - hours * 3_600_000);
  at.setSeconds(0, 0);
  return at.toISOString();
}

/** The end of a time span up to the present: an hour from now, so that nothing is too new for it. */
export function soon(): string {
  return hoursAgo(-1);
}
