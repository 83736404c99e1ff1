import { NavLink, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { usePlace } from './place.ts';
import { useSectionPath } from './section-path.ts';
import { type Section, sections } from './sections.ts';
import { target } from './target.ts';

/** Marks a link as current based on its section only. */
const EXACTLY: object = { activeOptions: { exact: true, includeSearch: false } };

/** The sections by group; groups without pages are omitted. */
export function Navigation() {
  const { environment } = usePlace();
  const shown = sections.filter(
    ({ pages, testOnly }) => pages.length > 0 && !(testOnly && environment === 'prod'),
  );
  return shown.map((section, index) => (
    <div key={section.label}>
      {section.group !== null && section.group !== shown[index - 1]?.group ? (
        <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
          {section.group}
        </Text>
      ) : null}
      <SectionLink section={section} />
    </div>
  ));
}

function SectionLink({ section }: { readonly section: Section }) {
  const { pathTo } = usePlace();
  const current = useSectionPath();
  const [first] = section.pages;
  const path = first?.path === '/' ? '' : (first?.path ?? '');
  const isCurrent = current === (path.split('/', 1)[0] ?? '');
  return (
    <NavLink
      component={Link}
      {...target(pathTo(path))}
      {...EXACTLY}
      label={section.label}
      leftSection={<Icon name={section.icon} />}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      py={6}
    />
  );
}
