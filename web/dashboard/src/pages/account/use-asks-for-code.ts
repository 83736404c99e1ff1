import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';

/**
 * Whether a login form shows the code field: from the first error about the second factor, also
 * while it is sending and after other errors, until another email is entered.
 */
export function useAsksForCode(error: Error | null, email = ''): boolean {
  const [asked, setAsked] = useState({ error: null as Error | null, email: '' });
  if (isAboutSecondFactor(error) && error !== asked.error) setAsked({ error, email });
  return asked.error !== null && asked.email === email;
}

/** Whether the password was correct and a second factor is required. */
function isAboutSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && /second factor|wrong codes/i.test(error.message);
}
