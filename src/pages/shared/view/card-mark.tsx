import { cardBrandName } from '../../../kit/card-brands.ts';

/** A badge with letters of the brand's name, in colors of our own choice. */
interface Badge {
  readonly letters: string;
  readonly fill: string;
  readonly ink: string;
  readonly isItalic?: boolean;
}

/** Badges of brands, by the providers' names for them. */
const BADGES: Readonly<Record<string, Badge>> = {
  visa: { letters: 'VISA', fill: '#fff', ink: '#1a1f71', isItalic: true },
  amex: { letters: 'AMEX', fill: '#1f72cd', ink: '#fff' },
  discover: { letters: 'DISC', fill: '#fff', ink: '#b45309' },
  diners: { letters: 'DINERS', fill: '#0f4c81', ink: '#fff' },
  jcb: { letters: 'JCB', fill: '#fff', ink: '#15693a' },
  unionpay: { letters: 'UPAY', fill: '#00727a', ink: '#fff' },
};

/** The brands that a card field shows. */
const ACCEPTED = ['visa', 'mastercard', 'amex'];

/** The brand's mark, shown next to its name; nothing for a brand without one. */
export function CardMark({ brand }: { readonly brand: string | null }) {
  const badge = brand !== null && Object.hasOwn(BADGES, brand) ? BADGES[brand] : undefined;
  if (!badge && brand !== 'mastercard') return null;
  return (
    <svg
      class="card-mark"
      data-brand={brand}
      viewBox="0 0 34 22"
      width="34"
      height="22"
      aria-hidden="true"
      focusable="false"
    >
      <rect
        x="0.5"
        y="0.5"
        width="33"
        height="21"
        rx="3.5"
        fill={badge?.fill ?? '#fff'}
        stroke="#c9ccd1"
      />
      {badge ? <Letters badge={badge} /> : <Circles />}
    </svg>
  );
}

/** The marks of the brands a card field shows, as one picture. */
export function CardMarks() {
  return (
    <span class="card-marks" role="img" aria-label={ACCEPTED.map(cardBrandName).join(', ')}>
      {ACCEPTED.map((brand) => (
        <CardMark key={brand} brand={brand} />
      ))}
    </span>
  );
}

function Circles() {
  return (
    <>
      <circle cx="13.5" cy="11" r="6" fill="#eb001b" />
      <circle cx="20.5" cy="11" r="6" fill="#f79e1b" />
      <path fill="#ff5f00" d="M17 6.13a6 6 0 0 1 0 9.74 6 6 0 0 1 0-9.74Z" />
    </>
  );
}

function Letters({ badge: { letters, ink, isItalic = false } }: { readonly badge: Badge }) {
  return (
    <text
      x="17"
      y={isItalic ? 14.6 : 14.2}
      font-family="Arial, Helvetica, sans-serif"
      font-size={isItalic ? 10 : 8.6}
      font-weight="700"
      font-style={isItalic ? 'italic' : 'normal'}
      text-anchor="middle"
      textLength={isItalic ? 25 : 27}
      lengthAdjust="spacingAndGlyphs"
      fill={ink}
    >
      {letters}
    </text>
  );
}
