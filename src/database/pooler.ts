import pg from 'pg';

/**
 * A connection through a pooler that gives out server connections transaction by transaction: a
 * statement prepared on one would be missing on the next, so none is given a name.
 */
export class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads all pass through here
  override query(...args: any[]): any {
    const [config, ...rest] = args;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const unnamed = isNamed ? { ...config, name: undefined } : config;
    return super.query(unnamed, ...(rest as []));
  }
}
