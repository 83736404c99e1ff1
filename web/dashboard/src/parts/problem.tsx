import { Alert, Anchor, Text } from '@mantine/core';
import { ApiError, isLoggedOut, messageOf } from '../api/errors.ts';

/** An error and the service's advice. Renders nothing without an error. */
export function Problem({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const known = error instanceof ApiError ? error : null;
  return (
    <Alert color="red" variant="light" role="alert" title={messageOf(error)}>
      {isLoggedOut(error) ? (
        <Text size="sm">
          Your session has ended.{' '}
          <Anchor href="/dashboard/log-in" target="_blank" inherit underline="always">
            Log in in a new tab
          </Anchor>
          , then try again here.
        </Text>
      ) : null}
      {known?.hint ? <Text size="sm">{known.hint}</Text> : null}
      {known?.requestId && known.status >= 500 ? (
        <Text size="xs" ff="monospace">
          Request {known.requestId}
        </Text>
      ) : null}
    </Alert>
  );
}
