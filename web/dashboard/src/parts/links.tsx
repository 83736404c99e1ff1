import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../app/place.ts';
import { target } from '../app/target.ts';

interface Target {
  /** Path below `/dashboard`, with or without `?…`. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A button that links to a page. */
export function LinkButton({ to, ...props }: Target & ButtonProps) {
  return <Button component={Link} {...target(to)} {...props} />;
}

/** A link to a page. */
export function TextLink({ to, ...props }: Target & AnchorProps) {
  return <Anchor component={Link} {...target(to)} {...props} />;
}

/** A link to a page of this store and environment: `page="orders/ORD_…"`. */
export function PageLink({
  page,
  ...props
}: { readonly page: string; readonly children: ReactNode } & AnchorProps) {
  const { pathTo } = usePlace();
  return <TextLink to={pathTo(page)} {...props} />;
}

/** A button that links to a page of this store and environment. */
export function PageButton({
  page,
  ...props
}: { readonly page: string; readonly children: ReactNode } & ButtonProps) {
  const { pathTo } = usePlace();
  return <LinkButton to={pathTo(page)} {...props} />;
}
