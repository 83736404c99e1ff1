import type { Texts } from '../../../texts/texts.ts';
import type { FieldErrors, TypedFields } from '../pay-fields.ts';
import { Field, FieldError } from './field.tsx';
import { countryOptions, STATE_OPTIONS } from './options.tsx';

interface BillingProps {
  readonly texts: Texts;
  readonly typed: TypedFields;
  readonly errors: FieldErrors;
}

/**
 * Country, and fields that only some countries and buyers need
 * (docs/contract/pages.md#billing-fields). The style sheet shows those depending on the country, so
 * it works without the script.
 */
export function BillingFields({ texts, typed, errors }: BillingProps) {
  return (
    <fieldset class="billing-fields">
      <legend>{texts.billing}</legend>
      <CountryField texts={texts} typed={typed} errors={errors} />
      <Field
        name="state"
        label={<ByCountry us={texts.state} ca={texts.province} />}
        complaint={texts.stateError}
        error={errors.state}
        className="for-region"
        input={{
          autocomplete: 'address-level1',
          value: typed.state,
          maxLength: 200,
          list: `states-${typed.country === 'CA' ? 'CA' : 'US'}`,
        }}
      />
      <StateLists />
      <Field
        name="postcode"
        label={<ByCountry us={texts.zipCode} ca={texts.postcode} />}
        complaint={texts.postcodeError}
        error={errors.postcode}
        className="for-region"
        input={{ autocomplete: 'postal-code', value: typed.postcode, maxLength: 200 }}
      />
      <label class="toggle wide">
        <input type="checkbox" id="isBusiness" name="isBusiness" checked={typed.isBusiness} />
        <span>{texts.business}</span>
      </label>
      <Field
        name="businessName"
        label={texts.businessName}
        complaint={texts.businessNameError}
        error={errors.businessName}
        className="for-business wide"
        input={{ autocomplete: 'organization', value: typed.businessName, maxLength: 200 }}
      />
      <Field
        name="taxId"
        label={texts.taxId}
        optional={texts.optional}
        error={errors.taxId}
        className="for-business wide"
        input={{ autocomplete: 'off', value: typed.taxId, maxLength: 200, spellcheck: false }}
      />
    </fieldset>
  );
}

/**
 * Labels for the United States and Canada; the style sheet shows the one for the selected country.
 */
function ByCountry({ us, ca }: { readonly us: string; readonly ca: string }) {
  return (
    <>
      {/* The space is for browsers without style sheets, which show both. */}
      <span class="for-us">{us}</span> <span class="not-us">{ca}</span>
    </>
  );
}

/** Suggestions while a state is typed; any other text is accepted, too. */
function StateLists() {
  return (
    <>
      {Object.entries(STATE_OPTIONS).map(([country, options]) => (
        <datalist
          key={country}
          id={`states-${country}`}
          dangerouslySetInnerHTML={{ __html: options }}
        />
      ))}
    </>
  );
}

function CountryField({ texts, typed, errors }: BillingProps) {
  const options = countryOptions(texts.locale, typed.country);
  return (
    <div class="field wide">
      <label for="country">{texts.country}</label>
      <div class="select">
        <select
          id="country"
          name="country"
          autocomplete="country"
          required
          data-complaint={texts.countryError}
          // Stated, because browsers call an unanswered required choice invalid from the start.
          aria-invalid={errors.country ? 'true' : 'false'}
          aria-describedby="country-error"
          dangerouslySetInnerHTML={{ __html: options }}
        />
      </div>
      <FieldError name="country" error={errors.country} />
    </div>
  );
}
