import { Alert, Button, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Input, Output } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { IdText } from '../../parts/id-text.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

type Scan = Input<'verification/scan-prompt'>;
type Verdict = Output<'verification/scan-prompt'>;

const LOCALES = [
  { value: 'en', label: 'English' },
  { value: 'ja', label: 'Japanese' },
  { value: 'zh', label: 'Chinese' },
];
const MODES = [
  { value: 'enforce', label: 'Enforce: rules and the model decide' },
  { value: 'shadow', label: 'Shadow: the model’s verdict is only reported' },
  { value: 'off', label: 'Off: rules only' },
];

/** Tries the content-safety check on a prompt. Nothing is stored. */
export function SafetyPage() {
  const [prompt, setPrompt] = useState('');
  const [locale, setLocale] = useState('en');
  const [semantic, setSemantic] = useState('enforce');
  const scan = useAction('verification/scan-prompt');
  return (
    <PageFrame
      title="Content safety"
      lead="Check a prompt before you generate an image or video from it."
    >
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            scan.run({
              prompt,
              locale: locale as Scan['locale'],
              semantic: semantic as Scan['semantic'],
            });
          }}
        >
          <Stack>
            <Textarea
              label="Prompt"
              description="It’s checked and discarded. No part of it is stored or logged."
              {...REQUIRED}
              autosize
              minRows={3}
              value={prompt}
              onChange={(event) => setPrompt(event.currentTarget.value)}
            />
            <Group align="flex-end">
              <Select
                label="Language"
                data={LOCALES}
                value={locale}
                onChange={(value) => setLocale(value ?? 'en')}
                allowDeselect={false}
              />
              <Select
                label="Semantic layer"
                data={MODES}
                value={semantic}
                onChange={(value) => setSemantic(value ?? 'enforce')}
                allowDeselect={false}
                miw={300}
              />
              <Button type="submit" loading={scan.isBusy}>
                Check
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      <Problem error={scan.error} />
      {scan.data ? <VerdictBox verdict={scan.data} /> : null}
      <Coverage />
    </PageFrame>
  );
}

const ANSWERS: Readonly<Record<Verdict['action'], { title: string; color: string; text: string }>> =
  {
    allow: { title: 'Allow', color: 'green', text: 'No policy issue found.' },
    review: {
      title: 'Review',
      color: 'yellow',
      text: 'Have a person review it first, or ask for a different prompt.',
    },
    block: { title: 'Block', color: 'red', text: 'Don’t generate it.' },
  };

function VerdictBox({ verdict }: { readonly verdict: Verdict }) {
  const { title, color, text } = ANSWERS[verdict.action];
  return (
    <Alert color={color} title={title} role="status">
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <Facts
          facts={{
            Reason: verdict.reasonCode,
            Categories: verdict.matchedCategories.join(', ') || 'none',
            'Semantic layer': verdict.semanticStatus,
            'Request ID, for an appeal': <IdText id={verdict.requestId} />,
          }}
        />
      </Stack>
    </Alert>
  );
}

function Coverage() {
  return (
    <Text size="sm" c="dimmed">
      The check covers six categories of sexual content: minors, non-consensual acts, undressing
      people, face swaps, animals, and adult content. Everything else, such as violence, hate and
      politics, is allowed here, so check for it elsewhere if you need to.
    </Text>
  );
}
