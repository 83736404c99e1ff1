import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RunningDemo } from './start-demo.ts';

const LABEL_WIDTH = 12;

/** What the start prints above `listening on`; labels are bold only on a terminal. */
export function banner(config: Config, running: RunningDemo | null, colors: boolean): string {
  const rows = running === null ? [] : demoRows(config, running);
  const lines = [
    ['Start page', `${config.PUBLIC_URL}/`],
    ...rows,
    ['Docs', `${config.PUBLIC_URL}/docs`],
  ].map(([label, text]) => `  ${bold((label as string).padEnd(LABEL_WIDTH), colors)}${text}`);
  return ['', ...lines, '', ''].join('\n');
}

function demoRows(config: Config, { demo, checkoutUrl, inspectorUrl }: RunningDemo) {
  return [
    ['Dashboard', `${config.PUBLIC_URL}/dashboard/`],
    ['Login', `${demo.email}  ${demo.password}`],
    ['Checkout', checkoutUrl],
    ['Test cards', '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined'],
    ['', 'any future date, any 3 digits; no money moves'],
    ['Webhooks', inspectorUrl],
    ['Test key', `${join(config.DATA_DIR, 'demo.json')}, ${join(config.DATA_DIR, 'demo.env')}`],
  ];
}

function bold(text: string, colors: boolean): string {
  return colors ? `\u001b[1m${text}\u001b[22m` : text;
}
