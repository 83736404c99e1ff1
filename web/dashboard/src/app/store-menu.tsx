import { Menu } from '@mantine/core';
import { CheckIcon, PlusIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { OpenedMenu } from './opened-menu.tsx';
import { placePath, usePlace } from './place.ts';
import { useSectionPath } from './section-path.ts';
import { useSession } from './session.ts';
import { target } from './target.ts';

/** The merchant's stores, and an item for a new one. */
export function StoreMenu({ button }: { readonly button: ReactElement<object> }) {
  const { stores } = useSession();
  const { store, environment } = usePlace();
  const section = useSectionPath();
  return (
    <OpenedMenu position="bottom-start" button={button}>
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
    </OpenedMenu>
  );
}
