import { lookup } from 'node:dns/promises';

const LOCALHOST = 'localhost';

/**
 * The one address to listen on for a value of `HOST`. For `localhost`, Fastify would open another
 * server for each further address, without this one's limits, and a stop wouldn't wait for it.
 */
export async function listeningAddress(host: string): Promise<string> {
  if (host !== LOCALHOST) return host;
  // The command line calls the service at 127.0.0.1.
  const { address } = await lookup(host, { order: 'ipv4first' });
  return address;
}
