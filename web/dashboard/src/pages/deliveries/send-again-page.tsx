import { Paper } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageButton } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useWebhooks, webhooksOf } from '../webhooks/webhooks.ts';
import { ReplayForm } from './replay-form.tsx';
import { ResendForm } from './resend-form.tsx';

/**
 * Resends by time span: deliveries that failed in an outage, and events a new endpoint never
 * received.
 */
export function SendAgainPage() {
  const { canWrite } = usePlace();
  const query = useWebhooks();
  return (
    <PageFrame
      title="Resend a time range"
      parent={{ page: 'deliveries', label: 'Deliveries' }}
      lead="After an outage, or for a new endpoint. Receivers see the same delivery ID as before."
    >
      {canWrite ? (
        <Loaded query={query}>
          {(answer) => {
            const working = webhooksOf(answer).filter(({ disabledAt }) => disabledAt === null);
            if (working.length === 0) return <NothingToSendTo />;
            return (
              <>
                <ResendForm webhooks={working} />
                <ReplayForm webhooks={working} />
              </>
            );
          }}
        </Loaded>
      ) : (
        <OwnersOnly what="send deliveries" />
      )}
    </PageFrame>
  );
}

function NothingToSendTo() {
  return (
    <Paper withBorder>
      <EmptyState
        title="No enabled webhooks"
        action={<PageButton page="webhooks">Go to webhooks</PageButton>}
      >
        Add a webhook, or enable one that was disabled.
      </EmptyState>
    </Paper>
  );
}
