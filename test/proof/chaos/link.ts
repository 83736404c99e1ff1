import { type SwitchProxy, startSwitchProxy } from '../../support/switch-proxy.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/**
 * One process's connection to the database, which can be cut, delayed or made to swallow traffic.
 */
export interface Link {
  readonly url: string;
  readonly network: SwitchProxy;
  readonly commits: TcpProxy;
  close(): Promise<void>;
}

export async function openLink(databaseUrl: string, address?: string): Promise<Link> {
  const commits = await startTcpProxy(databaseUrl);
  const network = await startSwitchProxy(commits.url, address);
  return {
    url: network.url,
    network,
    commits,
    close: async () => {
      await network.close();
      await commits.close();
    },
  };
}
