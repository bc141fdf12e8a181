import { defined, type JsonRecord, recordOf } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/routes.ts'
import type { Connection, RequestPart } from '../client/exchange.ts'
import type { RunRow } from '../ledger/run-row.ts'
import type { Run } from './run.ts'

/** The connection of a run. The key is never stored: only `name`, `baseUrl` and `keyHint` are. */
export interface RunConnection extends Connection {
  /** The profile's name. */
  readonly name: string
  /** The last characters of the key, which may be shown. */
  readonly keyHint?: string
  /** What is missing before a request can be sent: the key, or the choice of a connection. */
  readonly missing?: 'key' | 'choice'
}

/** A connection of this page. `ready` is false while its key is missing. */
export interface KnownConnection {
  readonly connection: RunConnection
  readonly ready: boolean
}

/** A file by its hash; a JSON request has that (`fileMark`) in the place of the base64. */
export interface HeldFile {
  /** Hex. */
  readonly sha256: string
  readonly name: string
  readonly blob: Blob
}

/** A request that is about to be sent. */
export interface RunDraft extends Pick<RunRow, 'batch'> {
  readonly endpoint: EndpointId
  /** The id of its tool; undefined only where a run of an earlier version is repeated. */
  readonly tool: string | undefined
  readonly model: string
  /** The JSON that is sent; files may be hashes in the place of their base64. Ignored where there are `parts`. */
  readonly request: unknown
  /** The files of those hashes; the others are taken from the runs `filesOf`. */
  readonly files?: readonly HeldFile[]
  readonly filesOf?: readonly string[]
  /** Files that are stored with the run for its tool, named by their hashes in `turn`, and not sent. */
  readonly keeps?: readonly HeldFile[]
  /**
   * Fields and files, sent as multipart in this order. The bytes of the files are read and stored at the start: later changes of a file
   * on the disk have no effect.
   */
  readonly parts?: readonly RequestPart[]
  readonly connection: RunConnection
  /** The first words of the prompt. */
  readonly title: string
  /** The panel's own data to show and continue this turn; stored, not sent. */
  readonly turn?: unknown
  /** The conversation, and the run in it that this one follows. */
  readonly thread?: string
  readonly parent?: string
  /**
   * The run that is repeated. Setting it is the person's consent: no `ask` outcome for that run, even while it is open or unknown.
   */
  readonly repeats?: string
  /** The id of a row that fell back to `draft`, to send it after all under its own id. */
  readonly id?: string
  /** Distinguishes equal requests that are meant to run in parallel. */
  readonly revision?: string | number
  /** The price as it is shown beside the button. */
  readonly price?: string
}

/** The same request with other values of some fields, as a run of its own; those that are undefined are left out. */
export function withFields({ repeats: _, request, parts, ...draft }: RunDraft, fields: JsonRecord): RunDraft {
  if (!parts) return { ...draft, request: defined({ ...recordOf(request), ...fields }) }
  const kept = parts.filter(({ name }) => !Object.hasOwn(fields, name.replace(/\[\]$/, '')))
  const set = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((item) => {
      const text = typeof item === 'string' ? item : JSON.stringify(item)
      const part = { kind: 'text', name: Array.isArray(value) ? `${name}[]` : name, value: text } as const
      return item === undefined ? [] : part
    }),
  )
  const texts = kept.filter(({ kind }) => kind === 'text')
  return { ...draft, request, parts: [...texts, ...set, ...kept.filter(({ kind }) => kind === 'file')] }
}

/**
 * The outcome of `start`.
 * - `started`: the run is stored and its request is being sent.
 * - `already-open`: the same press is being processed already (double click, a second tab); nothing was sent.
 * - `ask`: an equal request is still open or unknown; nothing was sent. To send it anyway, set `repeats` to `existing.id`.
 * - `not-connected`: the connection is incomplete, so nothing was sent or stored.
 * - `not-saved`: the browser did not store the run, so nothing was sent; `why` is a sentence for people. `unsendable`: for what the request is.
 */
export type StartOutcome =
  /** `replied` resolves with the run at the end of its reply, `stored` after the attempt to store that. */
  | { readonly status: 'started'; readonly id: string; readonly replied: Promise<Run>; readonly stored: Promise<void> }
  | { readonly status: 'already-open'; readonly id?: string }
  | { readonly status: 'ask'; readonly existing: RunRow }
  | { readonly status: 'not-connected'; readonly missing: 'key' | 'choice' }
  | { readonly status: 'not-saved'; readonly why: string; readonly unsendable?: true }

/** A request that cannot be sent; the message is the reason, as a sentence for people. */
export class Unsendable extends Error {}

/** The outcome of a start that failed before anything was sent. */
export const unsaved = (error: unknown): StartOutcome => ({
  ...{ status: 'not-saved', why: notSaved(error) },
  ...(error instanceof Unsendable && { unsendable: true }),
})

/** Why the browser did not store something, as a sentence for people. */
export function notSaved(error: unknown): string {
  if (error instanceof Unsendable) return error.message
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'QuotaExceededError':
      return 'Browser storage is full, so the run could not be saved.'
    case 'InvalidStateError':
    case 'AbortError':
      return 'Storage was closed, possibly by a newer version in another tab. Reload the page.'
    case 'DataCloneError':
    case 'RangeError':
      return 'The browser cannot store this request.'
    case 'TimeoutError':
      return 'Browser storage did not respond.'
    default:
      return 'The browser could not save the run.'
  }
}
