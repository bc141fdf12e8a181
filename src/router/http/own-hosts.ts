import { networkInterfaces } from 'node:os'

/** The names under which a browser or client may reach this router; anything else is somebody else's name for it. */
export interface OwnHosts {
  /** Values of the `Host` header, in lower case; the best known first. */
  readonly hosts: ReadonlySet<string>
  /** Values of the `Origin` header that our own pages send. */
  readonly origins: ReadonlySet<string>
}

/** Whether an address or host name stands for this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

const unspecified = new Set(['0.0.0.0', '::'])

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address.replace(/%.*$/, '')))

/**
 * The lists for a listening address. Addresses cannot be rebound by a foreign page, names can: so every address of this machine
 * counts when the router listens on all of them, but no name beside `localhost` and that of `publicUrl`.
 */
export function ownHosts(host: string, port: number, publicUrl?: string): OwnHosts {
  const names = ['127.0.0.1', 'localhost', '::1', ...(unspecified.has(host) ? ownAddresses() : [host])].map(bracketed)
  const local = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  const shown = publicUrl === undefined ? [] : [new URL(publicUrl)]
  const hosts = new Set([...shown.map((url) => url.host), ...local.map((name) => name.toLowerCase())])
  const origins = new Set([...shown, ...local.map((name) => new URL(`http://${name}`))].map(({ origin }) => origin))
  return { hosts, origins }
}
