import { ActionIcon } from '@mantine/core';
import { PersonIcon } from '@radix-ui/react-icons';
import { useLater } from '../parts/use-later.ts';

const loadItems = () => import('./account-menu-items.tsx').then((m) => m.AccountMenuItems);

/** The logged-in account, with its menu. */
export function AccountMenu() {
  const [Items, open] = useLater(loadItems);
  const button = (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Account"
      aria-haspopup="menu"
      onPointerEnter={loadItems}
      onClick={Items ? undefined : open}
    >
      <PersonIcon aria-hidden="true" />
    </ActionIcon>
  );
  return Items ? <Items button={button} /> : button;
}
