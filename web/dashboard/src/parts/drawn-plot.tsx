import 'uplot/dist/uPlot.min.css';
import { parseThemeColor, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { PlotCard } from './plot-card.tsx';
import { plotData, plotOptions } from './plot-options.ts';
import { plotPoint, pointText } from './plot-point.ts';
import type { PlotProps } from './plot-props.ts';

const COLORS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6'];

/** The highlighted point and its position in pixels from the left. */
interface Shown {
  readonly place: number;
  readonly left: number;
}

/** The plot, with a card for the point under the pointer or selected with the arrow keys. */
export function DrawnPlot(props: PlotProps) {
  const { height = 0, rows, title } = props;
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const colors = props.series.map(({ color, isBefore }, index) => {
    const named = color ?? COLORS[index % COLORS.length];
    return isBefore ? 'gray' : parseThemeColor({ color: named, theme }).value;
  });
  const show = (plot: UPlot, at: number | null | undefined) => {
    if (typeof at !== 'number') return setShown(null);
    setShown({ place: at, left: plot.over.offsetLeft + plot.valToPos(at, 'x') });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colors.
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const style = getComputedStyle(place.current);
    const options = plotOptions(props, {
      series: colors,
      text: hex(style.getPropertyValue('--mantine-color-dimmed')),
      grid: style.getPropertyValue('--mantine-color-default-border'),
      ground: style.getPropertyValue('--mantine-color-body'),
    });
    const hooks = { setCursor: [(plot: UPlot) => show(plot, plot.cursor.idx)] };
    const plot = new UPlot({ ...options, hooks, width, height }, plotData(props), place.current);
    drawn.current = plot;
    return () => {
      drawn.current = null;
      plot.destroy();
    };
  }, [props, width, height, theme, scheme]);
  const walk = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const from = shown?.place ?? (event.key === 'ArrowLeft' ? rows.length : -1);
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setShown(null);
    if (to === undefined || drawn.current === null) return;
    event.preventDefault();
    show(drawn.current, Math.min(last, Math.max(0, to)));
  };
  const point = shown && plotPoint(props, shown.place);
  return (
    <div ref={ref} style={{ minHeight: height, position: 'relative' }}>
      <div
        // Screen readers pass a slider the arrow keys, and read each of its values.
        role="slider"
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={shown ? shown.place + 1 : rows.length}
        aria-valuetext={point ? pointText(point) : 'Use the arrow keys to move from point to point'}
        tabIndex={0}
        className="plot"
        onKeyDown={walk}
        onBlur={() => setShown(null)}
        ref={place}
      />
      {shown && point ? (
        <PlotCard {...point} colors={colors} left={shown.left} width={width} />
      ) : null}
    </div>
  );
}

/** Expands `#rgb` to `#rrggbb`, to which two alpha digits can be appended. */
const hex = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color);
