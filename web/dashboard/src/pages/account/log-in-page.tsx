import { useSearch } from '@tanstack/react-router';
import { TextLink } from '../../parts/links.tsx';
import { AccountFrame } from './account-frame.tsx';
import { LogInForm } from './log-in-form.tsx';
import { openDashboard } from './open-dashboard.ts';

/** Login with email and password. */
export function LogInPage() {
  const { next } = useSearch({ strict: false }) as { readonly next?: unknown };
  return (
    <AccountFrame
      title="Log in"
      lead={
        <>
          New here?{' '}
          <TextLink to="/sign-up" underline="always">
            Create an account
          </TextLink>
        </>
      }
    >
      <LogInForm onDone={() => openDashboard(next)} />
    </AccountFrame>
  );
}
