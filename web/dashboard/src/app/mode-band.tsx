import { usePlace } from './place.ts';

const TEXTS = {
  test: 'Test mode: no money moves',
  prod: 'Live mode: real customers, real money',
} as const;

/** Shows on every page which environment it belongs to. */
export function ModeBand() {
  const { environment } = usePlace();
  return <output className="mode-band">{TEXTS[environment]}</output>;
}
