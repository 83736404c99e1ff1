import { ApiError } from '../api/errors.ts';
import { openDialogs } from '../parts/overlays.tsx';

/** The error's `reason` (docs/contract/accounts.md#recent). */
const REASON = 'step_up_required';
const MODAL = 'step-up';

let asking: Promise<boolean> | null = null;

/** Makes a call; if it requires recent authentication, asks the user and retries it. */
export async function withStepUp<Data>(call: () => Promise<Data>): Promise<Data> {
  try {
    return await call();
  } catch (error) {
    if (!isStepUp(error)) throw error;
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return call();
  }
}

function isStepUp(error: unknown): boolean {
  return error instanceof ApiError && error.entries.some(({ reason }) => reason === REASON);
}

/** Asks in a dialog; false if it was closed. */
async function ask(): Promise<boolean> {
  const [modals, { StepUpForm }] = await Promise.all([openDialogs(), import('./step-up-form.tsx')]);
  return new Promise((resolve) => {
    modals.open({
      modalId: MODAL,
      title: 'Confirm it’s you',
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      onClose: () => resolve(false),
      children: (
        <StepUpForm
          onDone={() => {
            resolve(true);
            modals.close(MODAL);
          }}
        />
      ),
    });
  });
}
