import { Button, Container, Group, Stack, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { LinkButton } from './links.tsx';
import { Problem } from './problem.tsx';

/** Shown instead of a page that failed to load. */
export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    router.invalidate();
  };
  return (
    <Container size="xs" py="xl">
      <Stack>
        <Title order={1} size="h3">
          This page couldn’t be shown
        </Title>
        <Problem error={error} />
        <Group>
          <Button onClick={retry}>Try again</Button>
          <LinkButton to="/" variant="default">
            Go to the dashboard
          </LinkButton>
        </Group>
      </Stack>
    </Container>
  );
}

/** Shown for a URL without a page. */
export function NotFoundPage() {
  return (
    <Container component="main" size="xs" py="xl">
      <Stack>
        <Title order={1} size="h3">
          Page not found
        </Title>
        <LinkButton to="/" variant="default">
          Go to the dashboard
        </LinkButton>
      </Stack>
    </Container>
  );
}
