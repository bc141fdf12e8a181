import type { RunResult } from '../run/result.ts'
import type { Run } from '../run/run.ts'

/** What an export says of a run beside what was sent and what came. */
export interface RecordedRun
  extends Pick<
    Run,
    | 'id'
    | 'endpoint'
    | 'model'
    | 'title'
    | 'status'
    | 'reason'
    | 'job'
    | 'resolution'
    | 'thread'
    | 'parent'
    | 'repeats'
    | 'connection'
    | 'price'
    | 'log'
    | 'times'
    | 'served'
    | 'usage'
    | 'error'
    | 'turn'
  > {
  /** The name the person gave it; it stands over `title`. */
  readonly name?: string
  readonly verdict?: 'pass' | 'fail'
  readonly note?: string
  readonly tags?: readonly string[]
  /** What its pictures show, in the person's words, by the hash of their bytes. */
  readonly alts?: Readonly<Record<string, string>>
}

export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A file of a multipart request. Its bytes may be gone; its hash stays. */
export interface SentFile {
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** Hex. */
  readonly sha256: string
  readonly blob?: Blob
}

export type SentPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: SentFile }

export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'multipart'; readonly parts: readonly SentPart[] }

/** A request as it went out. `Authorization` holds a mask where a key was sent, and is absent where none was. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body: SentBody
}

/** Bytes that a run was given or gave. */
export interface RecordedAsset {
  readonly id: string
  readonly role: 'input' | 'output'
  readonly name?: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** Hex. */
  readonly sha256: string
  readonly blob: Blob
}

/** A whole run: what every builder of this folder takes, and what a bundle gives back. */
export interface RunRecord {
  readonly run: RecordedRun
  readonly sent: SentRequest
  /** Absent where no reply came. */
  readonly reply?: { readonly status: number; readonly headers: HeaderList }
  /** As they came; a reply that is no stream is one event without a name. `at` is milliseconds since the request was sent. */
  readonly events: readonly { readonly at: number; readonly name?: string; readonly data: string }[]
  readonly result: RunResult
  readonly assets: readonly RecordedAsset[]
}
