import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { StepError } from '../step.ts';

/** Addresses that belong to this machine or its network: automatic requests must not reach them. */
const ours = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  ours.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  // Besides the machine itself: addresses that stand for those of the older kind.
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  // Not `::ffff:0:0/96`: Node reads it as every IPv4 address, and checks one that is written so as the IPv4 address it is.
] as const) {
  ours.addSubnet(net, bits, 'ipv6');
}

export async function refuseLocalAddress(url: string, allowed: boolean): Promise<void> {
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (allowed) return;
  // A name that is looked up twice can point elsewhere the second time; only a certificate tells who answers.
  if (protocol !== 'https:') throw new StepError(`${host}: automatic requests use https only`);
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  if (addresses.some((address) => ours.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))) {
    throw new StepError(`${host} is on this machine or its network; automatic requests only go to the internet`);
  }
}
