import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plotData, plotOptions } from './plot-options.ts';

const colors = {
  series: ['#4263eb', '#0ca678'],
  text: '#51585f',
  grid: '#dee2e6',
  ground: '#fff',
};
const series = [
  { name: 'delivered', label: 'Delivered' },
  { name: 'failed', label: 'Failed' },
];
const count = fc.integer({ min: 0, max: 1_000_000 });
const points = fc.array(fc.record({ delivered: count, failed: count }), { minLength: 1 });

describe('plotData', () => {
  it('stacks bars, so that the visible part of each is its own value', () => {
    fc.assert(
      fc.property(points, (rows) => {
        const props = { kind: 'bar', title: 'Deliveries', x: 'day', rows, series } as const;
        const [places, both, failed] = plotData(props) as number[][];
        expect(places).toEqual(rows.map((_row, place) => place));
        expect(failed).toEqual(rows.map((row) => row.failed));
        expect(both?.map((value, place) => value - (failed?.[place] ?? 0))).toEqual(
          rows.map((row) => row.delivered),
        );
      }),
    );
  });

  it('doesn’t stack lines', () => {
    const rows = [
      { delivered: 3, failed: 1 },
      { delivered: 5, failed: 0 },
    ];
    const props = { kind: 'line', title: 'Deliveries', x: 'day', rows, series } as const;
    expect(plotData(props)).toEqual([
      [0, 1],
      [3, 5],
      [1, 0],
    ]);
  });
});

describe('plotOptions', () => {
  const rows = [
    { day: '2026-11-20', delivered: 3, failed: 1 },
    { day: '2026-11-21', delivered: 5, failed: 0 },
  ];
  const props = { kind: 'bar', title: 'Deliveries', x: 'day', rows, series } as const;
  const { axes, scales } = plotOptions({ ...props, format: (n) => `${n}!` }, colors);
  const plot = {} as never;

  it('formats days without their year, and values as the page does', () => {
    const [days, values] = axes ?? [];
    expect((days?.values as unknown as Texts)(plot, [0, 1, 2])).toEqual(['Nov 20', 'Nov 21', '']);
    expect((values?.values as unknown as Texts)(plot, [0, 5])).toEqual(['0!', '5!']);
  });

  it('draws the unfinished period separately, from where the rest ends', () => {
    const open = { ...props, kind: 'area', isUnfinished: true } as const;
    expect(plotData(open).slice(1)).toEqual([
      [3, null],
      [1, null],
      [3, 5],
      [1, 0],
    ]);
    const drawn = plotOptions(open, colors).series.slice(1);
    expect(drawn.map(({ dash }) => dash !== undefined)).toEqual([false, false, true, true]);
    const bars = plotData({ ...open, kind: 'bar' }).slice(1);
    expect(bars).toEqual([
      [4, null],
      [1, null],
      [null, 5],
      [null, 0],
    ]);
  });

  it('leaves space for the last label, and below negative values', () => {
    const [, right] = plotOptions(
      { ...props, rows: [{ ...rows[0], day: '2026-11 and more' }] },
      colors,
    ).padding as number[];
    expect(right).toBeGreaterThan(16);
    const range = scales?.y?.range as unknown as (
      plot: never,
      least: number,
      most: number,
    ) => number[];
    expect(range(plot, -100, -20)).toEqual([-105, 0]);
  });

  it('starts at zero, and has a range even if all values are zero', () => {
    const range = scales?.y?.range as unknown as (
      plot: never,
      least: number,
      most: number,
    ) => number[];
    expect(range(plot, 0, 0)).toEqual([0, 1]);
    expect(range(plot, 2, 100)).toEqual([0, 105]);
  });

  it('has no fractional ticks for integers', () => {
    expect(axes?.[1]?.incrs).toSatisfy((steps: number[]) => steps.every(Number.isInteger));
    const rate = { ...props, rows: [{ day: '2026-11', delivered: 0.5, failed: 1 }] };
    expect(plotOptions(rate, colors).axes?.[1]?.incrs).toBeUndefined();
  });
});

type Texts = (plot: never, values: number[]) => string[];
