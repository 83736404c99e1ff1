import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColorSchemeSwitch } from '../../app/color-scheme-switch.tsx';
import { Brand } from '../../parts/brand.tsx';
import { useTitle } from '../../parts/use-title.ts';
import classes from './account-frame.module.css';

/** A small page with one form: its title (also that of the window) and content. */
export function AccountFrame({
  title,
  lead,
  size = 420,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Maximum width in pixels. */
  readonly size?: number;
  readonly children: ReactNode;
}) {
  useTitle(`${title} · Tillgate`);
  return (
    <div className={classes.page}>
      <div className={classes.corner}>
        <ColorSchemeSwitch />
      </div>
      <Container component="main" size={size} w="100%">
        <Stack gap="lg">
          <Brand />
          <Paper withBorder p="xl" radius="lg">
            <Stack>
              <div>
                <Title order={1} size="h3">
                  {title}
                </Title>
                {lead ? (
                  <Text c="dimmed" size="sm" mt={4}>
                    {lead}
                  </Text>
                ) : null}
              </div>
              {children}
            </Stack>
          </Paper>
        </Stack>
      </Container>
    </div>
  );
}
