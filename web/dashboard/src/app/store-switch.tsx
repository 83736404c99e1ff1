import { Button, Menu, Text } from '@mantine/core';
import { CaretSortIcon, CheckIcon, PlusIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { placePath, usePlace } from './place.ts';
import { useSectionPath } from './section-path.ts';
import { useSession } from './session.ts';
import { target } from './target.ts';

/** Shows the store and leads to the merchant's other stores. */
export function StoreSwitch() {
  const { stores } = useSession();
  const { store, environment } = usePlace();
  const section = useSectionPath();
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          maw={220}
          rightSection={<CaretSortIcon aria-hidden="true" />}
          aria-label={`Store: ${store.name}. Switch store`}
        >
          <Text truncate fw={600} c="var(--mantine-color-text)">
            {store.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Stores</Menu.Label>
        {stores.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            component={Link}
            {...target(placePath(environment, id, section))}
            leftSection={
              <CheckIcon aria-hidden="true" visibility={id === store.id ? 'visible' : 'hidden'} />
            }
          >
            {name}
            {role === 'owner' ? '' : ` (${role})`}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          {...target('/new-store')}
          leftSection={<PlusIcon aria-hidden="true" />}
        >
          New store
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
