import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

/** A menu that is loaded on the first click, and opens as soon as it has loaded. */
export function OpenedMenu({
  button,
  children,
  ...props
}: Pick<MenuProps, 'position'> & {
  readonly button: ReactElement<object>;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button was re-created: closing the menu must return the focus to it.
    own.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return (
    <Menu width={260} withinPortal opened={isOpen} onChange={setOpen} {...props}>
      <Menu.Target>{cloneElement(button, { ref: own } as object)}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
