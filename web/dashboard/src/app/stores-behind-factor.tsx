import { Alert, Text } from '@mantine/core';
import { TextLink } from '../parts/links.tsx';
import { useSession } from './session.ts';

/**
 * Lists stores that are inaccessible until the account has a second factor; otherwise renders
 * nothing.
 */
export function StoresBehindFactor({ isLinked = true }: { readonly isLinked?: boolean }) {
  const { storesBehindFactor } = useSession();
  if (storesBehindFactor.length === 0) return null;
  const names = storesBehindFactor.map(({ name }) => name).join(', ');
  return (
    <Alert color="yellow" role="status" title={`Two-factor login is required by ${names}`} mb="md">
      <Text size="sm">
        You’ll see {storesBehindFactor.length === 1 ? 'this store' : 'these stores'} again once you
        set up an authenticator app or a passkey.{' '}
        {isLinked ? <TextLink to="/account">Set up a second factor</TextLink> : null}
      </Text>
    </Alert>
  );
}
