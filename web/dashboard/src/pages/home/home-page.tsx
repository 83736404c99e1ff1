import { useRef } from 'react';
import { usePlace } from '../../app/place.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Soon } from '../../parts/soon.tsx';
import { storeNow } from '../../parts/store-now.ts';
import { useReading } from '../../parts/use-graphql.ts';
import { AllCurrencies } from './all-currencies.tsx';
import { Attention } from './attention.tsx';
import { currenciesOf, useCurrency } from './currency.ts';
import { Figures } from './figures.tsx';
import { FirstHour } from './first-hour.tsx';
import {
  type Clock,
  clockReading,
  type Overview,
  overviewReading,
  type SalesFigures,
  type SubscriptionFigures,
  salesReading,
  subscriptionsReading,
  type TopFigures,
  topsReading,
} from './home-readings.ts';
import { LatestSales } from './latest-sales.tsx';
import { Plots } from './plots.tsx';
import { useProgress } from './progress.ts';
import { type HomeRange, readRange } from './range.ts';
import { RangeControl, useHomeAddress } from './range-control.tsx';
import { TopLists } from './top-lists.tsx';
import { useLive } from './use-live.ts';

/** The store's key figures, and the next steps for newcomers. */
export function HomePage() {
  const { store, environment, canWrite } = usePlace();
  const progress = useProgress();
  const clock = useReading<Clock>(clockReading);
  const address = useHomeAddress();
  const liveness = useLive();
  return (
    <PageFrame title="Home" lead={`How ${store.name} is doing.`}>
      {progress && canWrite ? (
        <Loaded query={progress}>{(found) => <FirstHour progress={found} />}</Loaded>
      ) : null}
      <Loaded query={clock}>
        {(found) => (
          <>
            <Business
              shown={readRange(
                address.range,
                storeNow(environment, found.store?.testClockAt ?? null),
              )}
            />
            <LatestSales liveness={liveness} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/**
 * The figures of the chosen range, in one currency, because sums across currencies are meaningless.
 */
function Business({ shown }: { readonly shown: HomeRange }) {
  const overview = useReading<Overview>(overviewReading(shown));
  // The previous range's figures stay until the next ones arrive, to avoid layout shifts.
  const known = useRef<readonly string[]>([]);
  if (overview.data) known.current = currenciesOf(overview.data);
  const currencies = known.current;
  const { currency, setCurrency } = useCurrency(currencies);
  return (
    <>
      <RangeControl {...{ shown, currencies, currency, setCurrency }} />
      <Loaded query={overview}>
        {(found) => (
          <InCurrency overview={found} shown={shown} currency={currency} currencies={currencies} />
        )}
      </Loaded>
    </>
  );
}

function InCurrency({
  overview,
  shown,
  currency,
  currencies,
}: {
  readonly overview: Overview;
  readonly shown: HomeRange;
  readonly currency: string;
  readonly currencies: readonly string[];
}) {
  const { isCompared } = useHomeAddress();
  const sales = useReading<SalesFigures>(salesReading(shown, currency));
  const subscriptions = useReading<SubscriptionFigures>(subscriptionsReading(shown, currency));
  const tops = useReading<TopFigures>(topsReading(shown, currency));
  const all = { overview, shown, currency, isCompared };
  return (
    <>
      <Attention overview={overview} shown={shown} />
      {currencies.length > 1 ? <AllCurrencies {...{ overview, currencies, isCompared }} /> : null}
      <Figures {...all} sales={sales.data} recurring={subscriptions.data} />
      <Soon>
        <Loaded query={sales}>
          {(sold) => (
            <Loaded query={subscriptions}>
              {(found) => <Plots {...all} figures={{ ...sold, ...found }} />}
            </Loaded>
          )}
        </Loaded>
        <Loaded query={tops}>
          {(found) => <TopLists figures={found} currency={currency} shown={shown} />}
        </Loaded>
      </Soon>
    </>
  );
}
