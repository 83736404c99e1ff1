import { renderToString } from 'preact-render-to-string';
import { type Language, perLanguage } from '../../../kit/languages.ts';
import { textsFor } from '../../../texts/texts.ts';
import { countriesIn } from '../country-names.ts';
import { STATES } from '../states.ts';

// These lists are most elements of a page with billing fields, so they are rendered only once.

const countries = perLanguage((language) =>
  renderToString(
    <>
      <option value="">{textsFor(language).chooseCountry}</option>
      {countriesIn(language).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>,
  ),
);

/** The options of the country field as HTML; `selected` is a code, empty, or any other text. */
export function countryOptions(language: Language, selected: string): string {
  const value = `value="${selected}"`;
  return countries(language).replace(value, () => `${value} selected`);
}

/** The options of a country's states as HTML. */
export const STATE_OPTIONS: Readonly<Record<keyof typeof STATES, string>> = {
  US: stateOptions('US'),
  CA: stateOptions('CA'),
};

function stateOptions(country: keyof typeof STATES): string {
  return STATES[country].map((name) => renderToString(<option value={name} />)).join('');
}
