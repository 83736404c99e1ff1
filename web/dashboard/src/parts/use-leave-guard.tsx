import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { openDialogs } from './overlays.tsx';

/** Asks before leaving a page whose form has unsaved changes. */
export function useLeaveGuard(isChanged: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isChanged() && current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: isChanged,
  });
}

async function mayLeave(): Promise<boolean> {
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Leave without saving?',
      centered: true,
      children: <Text size="sm">Your changes will be lost.</Text>,
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
