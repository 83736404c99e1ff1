import type { Texts } from '../../../texts/texts.ts';
import type { Place } from '../addresses.ts';

interface ChoiceProps {
  /** Path of the form's target. */
  readonly path: string;
  readonly place: Place;
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly texts: Texts;
}

/** Lets the visitor see prices in another currency; a plain form. */
export function CurrencyChoice({ path, place, currencies, currency, texts }: ChoiceProps) {
  if (currencies.length < 2) return null;
  const names = new Intl.DisplayNames(texts.locale, { type: 'currency' });
  const { wish, pickedLanguage } = place;
  return (
    <form method="get" action={path.split('?')[0]} class="currency-choice">
      {wish.environment === 'test' && <input type="hidden" name="environment" value="test" />}
      {wish.page > 1 && <input type="hidden" name="page" value={wish.page} />}
      {pickedLanguage && <input type="hidden" name="language" value={pickedLanguage} />}
      <div class="field">
        <label for="currency">{texts.currency}</label>
        <div class="select">
          <select id="currency" name="currency">
            {currencies.map((code) => (
              <option key={code} value={code} selected={code === currency}>
                {code} · {names.of(code)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <button type="submit" class="quiet">
        {texts.showPrices}
      </button>
    </form>
  );
}
