import { isLoopback } from '../http/own-hosts.ts'
import type { Settings } from './settings.ts'

interface Announcement {
  readonly settings: Settings
  readonly port: number
  /** The key of our own making, where there is one: only that is ever printed. */
  readonly madeKey?: string
  readonly trouble?: string
}

/** Where it listens on this machine. */
function addressOf({ host }: Settings, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const reachable = (host: string) =>
  `Warning: HOST ${host} can be reached from other machines, over plain HTTP: who reads along on the network sees the key and everything else. Put a proxy with TLS in front.`

/** What is printed at start: where to go, how to call it, and what to know. */
export function announcement({ settings, port, madeKey, trouble }: Announcement): string[] {
  const here = addressOf(settings, port)
  const address = settings.publicUrl === undefined ? here : new URL(settings.publicUrl).origin
  const key = madeKey !== undefined && isLoopback(settings.host) ? madeKey : '<ROUTER_API_KEY>'
  return [
    `Patchbay listens at ${here}${here === address ? '' : `, for people at ${address}`}`,
    `OPENAI_BASE_URL=${address}/v1 OPENAI_API_KEY=${key}`,
    'Sandbox: synthetic output. Nothing is sent to any provider, and nothing is billed.',
    ...(isLoopback(settings.host) ? [] : [reachable(settings.host)]),
    ...(trouble === undefined ? [] : [trouble]),
  ]
}
