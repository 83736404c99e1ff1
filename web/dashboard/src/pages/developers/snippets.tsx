import { Box, Button, CopyButton, Group, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import type { Snippet } from './snippet.ts';

/** The same program in several languages, each with a copy button. */
export function Snippets({ snippets }: { readonly snippets: readonly Snippet[] }) {
  return (
    <Tabs defaultValue={snippets[0]?.language ?? null} keepMounted={false}>
      <Tabs.List>
        {snippets.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map((snippet) => (
        <Tabs.Panel key={snippet.language} value={snippet.language} pt="sm">
          <Program {...snippet} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Program({ language, note, code }: Snippet) {
  return (
    <Box>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} miw="fit-content">
              {copied ? 'Copied' : `Copy ${language}`}
            </Button>
          )}
        </CopyButton>
      </Group>
      <CodeBlock label={`${language} code`}>{code}</CodeBlock>
    </Box>
  );
}
