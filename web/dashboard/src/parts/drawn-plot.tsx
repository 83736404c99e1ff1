import 'uplot/dist/uPlot.min.css';
import { parseThemeColor, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { LEGEND_HEIGHT, plotData, plotOptions } from './plot-options.ts';
import type { PlotProps } from './plot-props.ts';

const COLOURS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6'];

/** The plot itself; not to be reached by keyboard, its table tells the same. */
export function DrawnPlot(props: PlotProps) {
  const { height = 0 } = props;
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours.
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const style = getComputedStyle(place.current);
    const options = plotOptions(props, {
      series: props.series.map(({ color }, index) => {
        const named = color ?? COLOURS[index % COLOURS.length];
        return parseThemeColor({ color: named, theme }).value;
      }),
      text: style.getPropertyValue('--mantine-color-dimmed'),
      grid: style.getPropertyValue('--mantine-color-default-border'),
      ground: style.getPropertyValue('--mantine-color-body'),
    });
    const size = { width, height: height - LEGEND_HEIGHT };
    const plot = new UPlot({ ...options, ...size }, plotData(props), place.current);
    return () => plot.destroy();
  }, [props, width, height, theme, scheme]);
  return (
    <div ref={ref} style={{ minHeight: height }}>
      <div ref={place} />
    </div>
  );
}
