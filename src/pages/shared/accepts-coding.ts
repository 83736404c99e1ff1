/** Whether a client accepts the coding: it lists it, or `*`, without `q=0`. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: 'br' | 'gzip'): boolean {
  const pattern = PATTERNS[coding];
  return pattern.test(acceptEncoding ?? '');
}

const PATTERNS = { br: patternOf('br'), gzip: patternOf('gzip') };

function patternOf(coding: string): RegExp {
  const end = String.raw`\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))`;
  return new RegExp(String.raw`(?:^|,)\s*(?:${coding}|\*)${end}`, 'i');
}
