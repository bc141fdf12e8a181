import { BlockList, isIPv4 } from 'node:net'

/** Networks of IPv4 that are not on the public internet, or that other addresses are reached through (IANA's special-purpose registry). */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** Of IPv6 only this network is public, without those below: documentation, benchmarks, Teredo, 6to4. */
const open6 = '2000::/3'
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const refused4 = listOf(closed4, 'ipv4')
const allowed6 = listOf([open6], 'ipv6')
const refused6 = listOf(closed6, 'ipv6')

/** Whether an IP address is on the public internet: not this machine, its network, or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
