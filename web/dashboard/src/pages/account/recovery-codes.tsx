import { Alert, Code, List, Text } from '@mantine/core';

/** Scrolled into view, whichever part of the page generated them. */
function scrollHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Shown once, right after they were generated. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Alert ref={scrollHere} color="yellow" role="status" title="Save these recovery codes">
      <Text size="sm">
        Each code logs you in once if you lose your phone. They won’t be shown again.
      </Text>
      <List size="sm" listStyleType="none" mt="xs">
        {codes.map((code) => (
          <List.Item key={code}>
            <Code>{code}</Code>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
