import { Button, Text } from '@mantine/core';
import { CaretSortIcon } from '@radix-ui/react-icons';
import { useLater } from '../parts/use-later.ts';
import { usePlace } from './place.ts';

const loadMenu = () => import('./store-menu.tsx').then((m) => m.StoreMenu);

/** Shows the store and switches to the merchant's other stores. */
export function StoreSwitch() {
  const { store } = usePlace();
  const [StoreMenu, open] = useLater(loadMenu);
  const button = (
    <Button
      variant="subtle"
      color="gray"
      px="xs"
      maw={220}
      rightSection={<CaretSortIcon aria-hidden="true" />}
      aria-label={`Store: ${store.name}. Switch store`}
      aria-haspopup="menu"
      onPointerEnter={loadMenu}
      onClick={StoreMenu ? undefined : open}
    >
      <Text truncate fw={600} c="var(--mantine-color-text)">
        {store.name}
      </Text>
    </Button>
  );
  return StoreMenu ? <StoreMenu button={button} /> : button;
}
