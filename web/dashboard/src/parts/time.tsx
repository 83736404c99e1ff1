const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const WITH_SECONDS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

interface Props {
  /** ISO 8601; null shows a dash. */
  readonly iso: string | null | undefined;
}

/** A date and time in the visitor's time zone; seconds and zone on hover. */
export function Time({ iso }: Props) {
  return <Moment iso={iso} format={TIME} />;
}

/** The date of a time, in the visitor's time zone. */
export function Day({ iso }: Props) {
  return <Moment iso={iso} format={DAY} />;
}

/** The same as text, for labels and files. */
export function timeText(iso: string): string {
  return TIME.format(new Date(iso));
}

function Moment({ iso, format }: Props & { readonly format: Intl.DateTimeFormat }) {
  if (!iso) return <span>–</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} title={WITH_SECONDS.format(date)} style={{ whiteSpace: 'nowrap' }}>
      {format.format(date)}
    </time>
  );
}
