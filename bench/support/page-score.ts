/** What a visit to a page took, as Lighthouse names it; times in milliseconds. */
export interface PageMetrics {
  readonly firstContentfulPaint: number;
  readonly speedIndex: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
}

interface Curve {
  /** Part of the score. */
  readonly weight: number;
  /** The value that scores 0.5, and the one that scores 0.9. */
  readonly median: number;
  readonly good: number;
}

export type Device = 'phone' | 'desktop';

/**
 * Lighthouse 10 and later: weights from "Lighthouse performance scoring"
 * (developer.chrome.com/docs/lighthouse/performance/performance-scoring), control points from the
 * metrics' audits in its sources (`core/audits/metrics`).
 */
const CURVES: Readonly<Record<Device, Readonly<Record<keyof PageMetrics, Curve>>>> = {
  phone: {
    firstContentfulPaint: { weight: 0.1, good: 1_800, median: 3_000 },
    speedIndex: { weight: 0.1, good: 3_387, median: 5_800 },
    largestContentfulPaint: { weight: 0.25, good: 2_500, median: 4_000 },
    totalBlockingTime: { weight: 0.3, good: 200, median: 600 },
    cumulativeLayoutShift: { weight: 0.25, good: 0.1, median: 0.25 },
  },
  desktop: {
    firstContentfulPaint: { weight: 0.1, good: 934, median: 1_600 },
    speedIndex: { weight: 0.1, good: 1_311, median: 2_300 },
    largestContentfulPaint: { weight: 0.25, good: 1_200, median: 2_400 },
    totalBlockingTime: { weight: 0.3, good: 150, median: 350 },
    cumulativeLayoutShift: { weight: 0.25, good: 0.1, median: 0.25 },
  },
};

/** The z value above which a tenth of a normal distribution lies. */
const UPPER_TENTH = 1.2815515655446004;

/** 0 to 100: the weighted mean of what each metric scores on its log-normal curve. */
export function performanceScore(metrics: PageMetrics, device: Device): number {
  const curves = CURVES[device];
  const names = Object.keys(curves) as (keyof PageMetrics)[];
  const sum = names.reduce((score, name) => {
    return score + curves[name].weight * curveScore(metrics[name], curves[name]);
  }, 0);
  return sum * 100;
}

/** 0 to 1: the part of a log-normal distribution that lies above the value. */
function curveScore(value: number, { median, good }: Curve): number {
  if (value <= 0) return 1;
  const spread = Math.log(median / good) / UPPER_TENTH;
  return 1 - normalDistribution(Math.log(value / median) / spread);
}

/** Abramowitz and Stegun 26.2.17; right to seven decimals. */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0);
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
  return z >= 0 ? 1 - tail : tail;
}
