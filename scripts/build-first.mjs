/**
 * Milliseconds within which repeated signals count once, because npm forwards those of the terminal
 * too.
 */
const SAME_SIGNAL_MS = 1_000;
/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Builds what is stale before a start. A signal during the build ends it and this process cleanly;
 * a later second one exits immediately.
 */
export async function buildFirst(tell) {
  const stop = new AbortController();
  const first = { atMs: 0 };
  const onSignal = (name) => {
    if (stop.signal.aborted) {
      if (performance.now() - first.atMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first.atMs = performance.now();
    tell(`${name}: stopped before the build was done; the next start runs it again`);
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    const { build } = await import('./build.mjs');
    await build(tell, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  if (stop.signal.aborted) process.exit(0);
  for (const name of SIGNALS) process.off(name, onSignal);
}
