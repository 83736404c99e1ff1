/** Brands with a logo, by the providers' names for them. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
};

/** The brand's logo, shown next to its name; nothing for a brand without one. */
export function CardMark({ brand }: { readonly brand: string | null }) {
  if (brand === null || !Object.hasOwn(BRANDS, brand)) return null;
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
        fill={brand === 'amex' ? '#1f72cd' : '#fff'}
        stroke="#c9ccd1"
      />
      <Sign brand={brand} />
    </svg>
  );
}

/** The logos of the brands a card field accepts, as one picture. */
export function CardMarks() {
  return (
    <span class="card-marks" role="img" aria-label={Object.values(BRANDS).join(', ')}>
      {Object.keys(BRANDS).map((brand) => (
        <CardMark key={brand} brand={brand} />
      ))}
    </span>
  );
}

function Sign({ brand }: { readonly brand: string }) {
  if (brand === 'mastercard') {
    return (
      <>
        <circle cx="13.5" cy="11" r="6" fill="#eb001b" />
        <circle cx="20.5" cy="11" r="6" fill="#f79e1b" />
        <path fill="#ff5f00" d="M17 6.13a6 6 0 0 1 0 9.74 6 6 0 0 1 0-9.74Z" />
      </>
    );
  }
  const isVisa = brand === 'visa';
  return (
    <text
      x="17"
      y={isVisa ? 14.6 : 14.2}
      font-family="Arial, Helvetica, sans-serif"
      font-size={isVisa ? 10 : 8.6}
      font-weight="700"
      font-style={isVisa ? 'italic' : 'normal'}
      text-anchor="middle"
      textLength={isVisa ? 25 : 27}
      lengthAdjust="spacingAndGlyphs"
      fill={isVisa ? '#1a1f71' : '#fff'}
    >
      {isVisa ? 'VISA' : 'AMEX'}
    </text>
  );
}
