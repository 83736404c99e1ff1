import { Stack, Title, Typography } from '@mantine/core';
import { renderMarkdown } from '../../../../../src/kit/markdown.ts';

/** The description as buyers see it: the same renderer, without HTML, scripts or pictures. */
export function ProductDescription({ text }: { readonly text: string }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Description
      </Title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown escapes HTML. */}
      <Typography dir="auto" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
    </Stack>
  );
}
