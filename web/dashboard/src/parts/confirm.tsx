import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { openDialogs } from './overlays.tsx';

interface Question {
  readonly title: string;
  /** What will happen, and that it cannot be undone where that is so. */
  readonly children: ReactNode;
  /** The verb on the button: “Delete webhook”. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before something that others will notice or that cannot be undone. */
export async function confirm({
  title,
  children,
  confirm: verb,
  isDangerous,
  onConfirm,
}: Question): Promise<void> {
  const modals = await openDialogs();
  modals.openConfirmModal({
    title,
    centered: true,
    children: (
      <Text size="sm" component="div">
        {children}
      </Text>
    ),
    labels: { confirm: verb, cancel: 'Cancel' },
    confirmProps: isDangerous ? { color: 'red' } : {},
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm,
  });
}
