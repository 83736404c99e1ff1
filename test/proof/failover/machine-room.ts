import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PatroniPlaces } from '../../support/patroni-recipe.ts';
import { NOBODY } from '../../support/server-programs.ts';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

/** The separate network of one server, with one cable to the shared switch. */
export interface Wire {
  readonly address: string;
  readonly prefix: readonly string[];
  /** Pulls the cable: packets are lost in both directions without notice. */
  cut(): Promise<void>;
  /** Cuts off the other server and etcd; the service still reaches this server. */
  cutFromPeers(): Promise<void>;
  heal(): Promise<void>;
}

export interface MachineRoom {
  readonly places: PatroniPlaces;
  /** In the order of the servers. */
  readonly wires: readonly Wire[];
  remove(): Promise<void>;
}

/** A switch connecting two servers, etcd and the service; null if the machine doesn't allow it. */
export async function openMachineRoom(): Promise<MachineRoom | null> {
  const id = process.pid % 100_000;
  const net = `10.204.${id % 250}`;
  const [bridge, etcd, haproxy] = [`tgfb${id}`, `${net}.2`, `${net}.3`];
  const addresses = [`${net}.11`, `${net}.12`];
  const removals: (() => Promise<unknown>)[] = [() => ip('link', 'del', bridge)];
  const remove = async () => {
    for (const undo of removals.toReversed()) await undo().catch(() => {});
  };
  try {
    await ip('link', 'add', bridge, 'type', 'bridge');
    for (const last of [1, 2, 3]) await ip('addr', 'add', `${net}.${last}/24`, 'dev', bridge);
    await ip('link', 'set', bridge, 'up');
    const wires: Wire[] = [];
    for (const [index, address] of addresses.entries()) {
      const names = {
        name: `tgf${id}n${index}`,
        outside: `tgfo${id}n${index}`,
        inside: `tgfi${index}`,
      };
      removals.push(
        () => ip('netns', 'del', names.name),
        () => ip('link', 'del', names.outside),
      );
      const peers = [etcd, ...addresses.filter((other) => other !== address)];
      wires.push(await layWire({ ...names, bridge, address, peers }));
    }
    const servers = wires.map(({ address, prefix }) => ({ address, prefix }));
    return { places: { etcd, haproxy, servers }, wires, remove };
  } catch {
    await remove();
    return null;
  }
}

interface WireNames {
  readonly name: string;
  readonly outside: string;
  readonly inside: string;
  readonly bridge: string;
  readonly address: string;
  readonly peers: readonly string[];
}

async function layWire(names: WireNames): Promise<Wire> {
  const { name, outside, inside, bridge, address, peers } = names;
  await ip('netns', 'add', name);
  await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
  await ip('link', 'set', outside, 'master', bridge, 'up');
  await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', inside);
  await ip('-n', name, 'link', 'set', inside, 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  return {
    address,
    prefix: ['ip', 'netns', 'exec', name, ...asNobody],
    cut: async () => void (await ip('link', 'set', outside, 'down')),
    cutFromPeers: async () => {
      for (const peer of peers) await ip('-n', name, 'route', 'add', 'blackhole', peer);
    },
    heal: async () => {
      for (const peer of peers) await ip('-n', name, 'route', 'del', peer).catch(() => {});
      await ip('link', 'set', outside, 'up');
    },
  };
}
