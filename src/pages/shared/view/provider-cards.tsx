import type { Texts } from '../../../texts/texts.ts';
import { providerScript } from '../assets.ts';
import type { FieldErrors } from '../pay-fields.ts';
import type { CardForm, ProviderForm } from '../payment-methods.ts';
import { CardFields } from './card-fields.tsx';

interface CardsProps {
  readonly form: CardForm;
  readonly texts: Texts;
  readonly errors: FieldErrors;
  /** Path of the service's root. */
  readonly basePath: string;
  /** For a step the buyer's bank requires immediately. */
  readonly clientSecret?: string | null;
}

/** The card input: our fields for the sandbox, otherwise the container of the provider's form. */
export function Cards({ form, texts, errors, ...place }: CardsProps) {
  if (form === 'fields') return <CardFields texts={texts} errors={errors} />;
  return <ProviderCards form={form} texts={texts} {...place} />;
}

type PlaceProps = Omit<CardsProps, 'form' | 'errors'> & { readonly form: ProviderForm };

/** The card is entered in the provider's frame: it reaches neither this page nor the service. */
function ProviderCards({ form, texts, basePath, clientSecret = null }: PlaceProps) {
  return (
    <fieldset class="card-fields">
      <legend>{texts.card}</legend>
      <div
        id="provider-cards"
        class="wide"
        data-module={basePath + providerScript.path}
        data-key={form.publishableKey}
        data-amount={form.amount}
        data-full-amount={form.fullAmount}
        data-currency={form.currency.toLowerCase()}
        data-saves={form.savesCard ? 'yes' : undefined}
        data-methods={form.methods.join(' ')}
        data-locale={texts.locale}
        data-network={texts.network}
        data-client-secret={clientSecret ?? undefined}
      />
      <noscript>
        <p class="wide">{texts.noScript}</p>
      </noscript>
    </fieldset>
  );
}
