import { Alert, Button } from '@mantine/core';

const IN_CORNER = { position: 'fixed', bottom: 16, right: 16, zIndex: 1000, width: 320 } as const;

/** Shown if code can't be loaded; `message` is what it would have shown. */
export function ReloadNotice({ message = '' }: { readonly message?: string }) {
  return (
    <Alert variant="default" role="alert" title={message} style={IN_CORNER}>
      A part of this page couldn’t be loaded. Check your connection, or reload the page: it may have
      been updated.
      <Button size="xs" mt="sm" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </Alert>
  );
}
