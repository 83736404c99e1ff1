import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

/** A menu that is loaded when its button is first clicked, and so opens as soon as it is there. */
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
    // The button is a new one: closing the menu leads back to it.
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
