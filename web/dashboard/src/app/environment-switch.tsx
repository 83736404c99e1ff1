import { SegmentedControl } from '@mantine/core';
import { isEnvironment, placePath, usePlace } from './place.ts';
import { useSectionPath } from './section-path.ts';
import { useGo } from './target.ts';

const CHOICES = [
  { value: 'test', label: 'Test' },
  { value: 'prod', label: 'Live' },
];

/** Switches between test and live, staying in the section. */
export function EnvironmentSwitch() {
  const { environment, store } = usePlace();
  const section = useSectionPath();
  const goTo = useGo();
  const go = (value: string) => {
    if (isEnvironment(value)) goTo(placePath(value, store.id, section));
  };
  return (
    <SegmentedControl
      aria-label="Environment"
      size="xs"
      data={CHOICES}
      value={environment}
      onChange={go}
    />
  );
}
