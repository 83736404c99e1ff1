import { TextLink } from '../../parts/links.tsx';
import { AccountFrame } from './account-frame.tsx';
import { openDashboard } from './open-dashboard.ts';
import { SignUpForm } from './sign-up-form.tsx';

/** A new merchant's account. */
export function SignUpPage() {
  return (
    <AccountFrame
      title="Create an account"
      lead={
        <>
          Already have an account?{' '}
          <TextLink to="/log-in" underline="always">
            Log in
          </TextLink>
        </>
      }
    >
      <SignUpForm onDone={() => openDashboard()} />
    </AccountFrame>
  );
}
