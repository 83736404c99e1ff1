import { Box, Group, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';

/** Formatted JSON; the copy button copies it as it was sent. */
export function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Text size="sm" c="dimmed">
          Formatted for readability. The signature covers the original single-line text, which is
          what you copy.
        </Text>
        <CopyButton value={text} label="Copy the body" />
      </Group>
      <CodeBlock label={label} maxHeight={480}>
        {pretty(text)}
      </CodeBlock>
    </Box>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
