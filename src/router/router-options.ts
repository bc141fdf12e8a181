import type { Admission } from './answer/admission.ts'
import type { Clock } from './clock.ts'
import type { Intake } from './http/intake.ts'
import type { OwnHosts } from './http/own-hosts.ts'
import type { Log } from './log.ts'
import type { OpStore } from './ops/op-store.ts'
import type { Provider } from './provider.ts'
import type { StaticFiles } from './serve/static-files.ts'

/** What a router is made of. */
export interface RouterOptions {
  readonly providers: readonly Provider[]
  /** What clients send as `Authorization: Bearer <key>`. */
  readonly key: string
  readonly own: OwnHosts
  /** Other sites whose pages may call this router. */
  readonly allowedOrigins?: readonly string[]
  /** Whether the page on this machine is handed the key: only for a router on loopback without a public URL. */
  readonly handsOutKey?: boolean
  /** Paid requests that came with an idempotency key; kept in memory by default. */
  readonly ops?: OpStore
  /** Bounds what requests hold while they are read and answered; large files go to the system's temporary folder by default. */
  readonly intake?: Intake
  /** How many paid requests may be at work at once. */
  readonly admission?: Admission
  /** Whether `ops` survives a restart. */
  readonly keepsResults?: boolean
  /** The built app. */
  readonly files?: StaticFiles
  /** What `/sandbox/meter` answers. */
  readonly meter?: () => unknown
  readonly log?: Log
  readonly clock?: Clock
  /** 128 random bits or more, as text. */
  readonly randomId?: () => string
}
