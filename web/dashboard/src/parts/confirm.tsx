import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { openDialogs } from './overlays.tsx';

interface Question {
  readonly title: string;
  /** What will happen, and whether it can't be undone. */
  readonly children: ReactNode;
  /** The verb on the button: “Delete webhook”. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before an action that affects others or can't be undone. */
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
