import { List, Paper, Stack, ThemeIcon, Title } from '@mantine/core';
import { CheckIcon, MinusIcon } from '@radix-ui/react-icons';
import { Loaded } from '../../parts/loaded.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { KybForm } from './kyb-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SupportEmail } from './support-email.tsx';
import { Website } from './website.tsx';

interface Verified {
  readonly supportEmail: string | null;
  readonly website: string | null;
  readonly prodEnabled: boolean;
  readonly kybStatus: string | null;
}

const VERIFIED = `query ($storeId: ID!) { store(id: $storeId) {
  supportEmail website prodEnabled kybStatus
} }`;

/** The verifications required for production, and their status. */
export function VerificationPage() {
  const result = useGraphql<{ store: Verified }>(VERIFIED);
  return (
    <SettingsFrame
      title="Verification"
      lead="What a store must provide before it takes real payments."
    >
      <Loaded query={result}>
        {({ store }) => (
          <>
            <Checklist {...store} />
            <KybForm status={store.kybStatus} prodEnabled={store.prodEnabled} />
            <SupportEmail bound={store.supportEmail} />
            <Website bound={store.website} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function Checklist({ supportEmail, website, prodEnabled }: Verified) {
  const steps = [
    { label: 'Business reviewed: production is enabled', isDone: prodEnabled },
    { label: 'Support address confirmed, for buyers’ questions', isDone: supportEmail !== null },
    { label: 'Website verified', isDone: website !== null },
  ];
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Going live
        </Title>
        <List spacing="xs" center>
          {steps.map(({ label, isDone }) => (
            <List.Item
              key={label}
              icon={
                <ThemeIcon size="sm" radius="xl" color={isDone ? 'green.9' : 'gray.7'}>
                  {isDone ? <CheckIcon aria-label="Done" /> : <MinusIcon aria-label="Open" />}
                </ThemeIcon>
              }
            >
              {label}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
}
