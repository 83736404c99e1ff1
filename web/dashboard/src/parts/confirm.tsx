import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

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
export function confirm({
  title,
  children,
  confirm: verb,
  isDangerous,
  onConfirm,
}: Question): void {
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
