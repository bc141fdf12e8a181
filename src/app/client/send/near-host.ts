const nearNames = /^[^.]*$|\.(?:localhost|local|lan|internal|intranet|home|home\.arpa|corp|private|svc|cluster\.local)$/

/** Whether a host (`URL.hostname`) is loopback, private or reserved, in any spelling, or a name outside the public DNS. Not resolved. */
export function isNearHost(hostname: string): boolean {
  const host = bare(hostname)
  if (host.startsWith('[')) return isNearIpv6(host.slice(1, -1))
  const four = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  return four ? isNearIpv4(four.slice(1).map(Number)) : nearNames.test(host)
}

function isNearIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true
  if (a === 100) return b >= 64 && b < 128
  if (a === 169) return b === 254
  if (a === 172) return b >= 16 && b < 32
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2))
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100)
  return a === 203 && b === 0 && c === 113
}

/** Public is only global unicast (2000::/3), without 6to4, Teredo and documentation addresses. */
function isNearIpv6(address: string): boolean {
  const [first = '', second = ''] = address.split(':')
  const group = Number.parseInt(first || '0', 16)
  if (group < 0x2000 || group > 0x3fff) return true
  if (group === 0x2002) return true
  return group === 0x2001 && (second === 'db8' || second === '' || second === '0')
}

/** Whether a host (`URL.hostname`) is this machine, in any spelling that `URL` does not normalise. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bare(hostname)
  return /^(?:127(?:\.\d+){3}|0\.0\.0\.0|(?:.*\.)?localhost|\[::1?\]|\[::(?:ffff:)?7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    host,
  )
}

/** A trailing dot names the same host. */
const bare = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '')

/** Whether the address is one of the page's own server at `home`, in any spelling of the host and either scheme. */
export function isHome(address: URL, home: string): boolean {
  const page = new URL(home)
  if (address.origin === page.origin) return true
  if (address.port !== page.port) return false
  const both = [address.hostname, page.hostname]
  return bare(address.hostname) === bare(page.hostname) || both.every(isLoopbackHost)
}
