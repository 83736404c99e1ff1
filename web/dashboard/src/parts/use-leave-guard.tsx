import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { openDialogs } from './overlays.tsx';

/** Asks before leaving a page whose form has unsaved changes; `loss` says what would be lost. */
export function useLeaveGuard(isChanged: () => boolean, loss = 'Your changes will be lost.'): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isChanged() && current.pathname !== next.pathname && !(await mayLeave(loss)),
    enableBeforeUnload: isChanged,
  });
}

async function mayLeave(loss: string): Promise<boolean> {
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Leave without saving?',
      centered: true,
      children: <Text size="sm">{loss}</Text>,
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
