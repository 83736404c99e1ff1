import { usePlace } from '../../app/place.ts';
import { safeHref } from '../../parts/safe-href.ts';
import { colorOr, inkOn, radiusOr, type Theme } from './theme.ts';

const FALLBACK = {
  light: { primary: '#000000', background: '#FFFFFF', card: '#F5F5F5', text: '#1A1A1A' },
  dark: { primary: '#FFFFFF', background: '#1A1A1A', card: '#2A2A2A', text: '#F5F5F5' },
} as const;

/** A small checkout in the chosen colors. It is decorative, so screen readers skip it. */
export function CheckoutPreview({
  theme,
  scheme,
}: {
  readonly theme: Theme;
  readonly scheme: 'light' | 'dark';
}) {
  const { store } = usePlace();
  const fallback = FALLBACK[scheme];
  const primary = colorOr(theme.checkoutColorPrimary, fallback.primary);
  const text = colorOr(theme.checkoutColorText, fallback.text);
  const borderRadius = radiusOr(theme.checkoutBorderRadius);
  const logo = safeHref(theme.checkoutLogo);
  const box = { borderRadius, padding: 12, fontSize: 14 };
  const background = colorOr(theme.checkoutColorBackground, fallback.background);
  const card = colorOr(theme.checkoutColorCard, fallback.card);
  return (
    <div aria-hidden="true" style={{ ...box, background, color: text, border: '1px solid #8888' }}>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center', marginBottom: 8 }}>
        {logo ? <img src={logo} alt="" height={24} referrerPolicy="no-referrer" /> : null}
        <strong>{store.name}</strong>
      </div>
      <div style={{ ...box, background: card }}>
        <div style={{ display: 'flex', justifyContent: 'space-between', marginBottom: 12 }}>
          <span>A product</span>
          <span>$29.00</span>
        </div>
        <div style={{ ...box, padding: 8, border: `1px solid ${text}`, marginBottom: 12 }}>
          Card number
        </div>
        <div style={{ ...box, background: primary, color: inkOn(primary), textAlign: 'center' }}>
          Pay $29.00
        </div>
      </div>
    </div>
  );
}
