import { Paper, Text } from '@mantine/core';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { MailStatus } from './mail-status.tsx';

interface Mail {
  readonly subject: string;
  readonly body: string | null;
  readonly toAddress: string;
  readonly eventType: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly lastAttemptedAt: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
}

const MAIL = `query ($storeId: ID!, $id: String!) {
  emailDeliveries(storeId: $storeId, filter: { id: { eq: $id } }, limit: 1) {
    subject body toAddress eventType status attemptCount lastAttemptedAt errorMessage createdAt
  }
}`;

const parent = { page: 'mailbox', label: 'Mailbox' };

/** One email: its text and delivery status. */
export function MailPage() {
  const id = useId();
  const result = useGraphql<{ emailDeliveries: readonly Mail[] }>(MAIL, { id });
  return (
    <Loaded query={result}>
      {({ emailDeliveries: [mail] }) =>
        mail ? (
          <MailContent mail={mail} />
        ) : (
          <PageFrame title="Email" parent={parent}>
            <EmptyState title="Email not found">
              This store has no email with that ID in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function MailContent({ mail }: { readonly mail: Mail }) {
  return (
    <PageFrame title={mail.subject} parent={parent}>
      <Paper withBorder p="md">
        <Facts
          facts={{
            To: mail.toAddress,
            About: mail.eventType,
            Status: <MailStatus {...mail} />,
            Created: <Time iso={mail.createdAt} />,
            Attempts: mail.attemptCount,
            'Last attempt': <Time iso={mail.lastAttemptedAt} />,
            ...(mail.errorMessage ? { Reason: mail.errorMessage } : {}),
          }}
        />
      </Paper>
      <Paper withBorder p="md">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.body ?? 'The text of this email isn’t shown.'}
        </Text>
      </Paper>
    </PageFrame>
  );
}
