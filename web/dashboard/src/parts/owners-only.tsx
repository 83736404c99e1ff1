import { Alert } from '@mantine/core';

/** Says to a member what only the store's owner and admins can do. */
export function OwnersOnly({ what }: { readonly what: string }) {
  return <Alert color="yellow">Only the store’s owner and admins can {what}.</Alert>;
}
