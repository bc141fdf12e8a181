import { readFileSync } from 'node:fs'
import { sharedData } from '../../src/router/testing/shared-data.ts'

/** What stands before the host. */
const openings = [
  ...['//', '///', '/\\', '\\\\', 'https:', 'https:/', 'https://', 'https:\\\\', 'HTTPS:///', '/%09/'],
  ...['%2f%2f', './/', '//good.test@', 'http://127.0.0.1:8787@', 'http://127.0.0.1:8787\\@', 'https://good.test%40'],
  ...['javascript://', 'data:text/html,//', ' https://'],
]

/** The host, and what follows it. */
const endings = [
  ...['evil.test', 'evil.test/v1', 'evil.test%0d%0aSet-Cookie:%20a=b', 'evil.test%0aLocation:%20https://evil.test'],
  ...['evil.test\r\nX-Header: 1', 'evil.test%E5%98%8A%E5%98%8DX:1', 'evil%E3%80%82test', 'evil.test:443/..;/v1'],
  ...['evil.test/%2e%2e/v1', 'evil.test?next=//evil.test', 'evil.test#@127.0.0.1', 'evil.test\t/v1', '\uff45vil.test'],
  ...['evil.test%00.127.0.0.1', '127.0.0.1.evil.test', 'evil.test/%0d%0a%0d%0a<script>alert(1)</script>'],
  ...['\u0435vil.test', 'evil.test/\u202e1v'],
]

const own = openings.flatMap((opening) => endings.map((ending) => opening + ending))

/** Addresses that lead elsewhere than they look, or that break a line of a header. */
export function oddAddresses(): readonly string[] {
  const path = sharedData('corpora', 'own', 'ssrf-targets.json')
  if (path === undefined) return own
  const { urls }: { urls: readonly { url: string }[] } = JSON.parse(readFileSync(path, 'utf8'))
  return [...own, ...urls.map(({ url }) => url)]
}
