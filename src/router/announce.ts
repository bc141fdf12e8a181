import { isLoopback } from './own-hosts.ts'
import type { Settings } from './settings.ts'

interface Announcement {
  readonly settings: Settings
  readonly port: number
  /** The key of our own making, where there is one: only that is ever printed. */
  readonly madeKey?: string
  readonly trouble?: string
}

/** The address of the router as a client writes it, without `/v1`. */
function addressOf({ host, publicUrl }: Settings, port: number): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** What is printed at start: where to go, how to call it, and what to know. */
export function announcement({ settings, port, madeKey, trouble }: Announcement): string[] {
  const address = addressOf(settings, port)
  const key = madeKey !== undefined && isLoopback(settings.host) ? madeKey : '<ROUTER_API_KEY>'
  return [
    `Patchbay listens at ${address}`,
    `OPENAI_BASE_URL=${address}/v1 OPENAI_API_KEY=${key}`,
    'Sandbox: synthetic output. Nothing is sent to any provider, and nothing is billed.',
    ...(trouble === undefined ? [] : [trouble]),
  ]
}
