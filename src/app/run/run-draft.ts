import type { EndpointId } from '#contract/endpoints.ts'
import type { Connection, RequestPart } from '../client/exchange.ts'
import type { RunRow } from '../ledger/run-row.ts'

/** Where a run goes, and as whom. The key is used and forgotten: only `name`, `baseUrl` and `keyHint` are written down. */
export interface RunConnection extends Connection {
  /** The profile's name. */
  readonly name: string
  /** What may be shown of the key. */
  readonly keyHint?: string
  /** What is missing before anything can be sent: its key, or the person's choice of a connection. */
  readonly missing?: 'key' | 'choice'
}

/** A file that a JSON request holds: where its base64 belongs, its hash stands (`fileMark`). */
interface HeldFile {
  /** Hex. */
  readonly sha256: string
  readonly name: string
  readonly blob: Blob
}

/** What a person is about to send. */
export interface RunDraft {
  readonly endpoint: EndpointId
  readonly model: string
  /** Exactly what is sent; JSON, in a conversation with hashes in place of its files. Not looked at where there are `parts`. */
  readonly request: unknown
  /** The files behind those hashes; what is not among them is taken from the runs `filesOf`. */
  readonly files?: readonly HeldFile[]
  readonly filesOf?: readonly string[]
  /**
   * Fields and files, sent as multipart in this order. The bytes of the files are read and kept at the press: what becomes of a file
   * on the disk after that does not matter.
   */
  readonly parts?: readonly RequestPart[]
  readonly connection: RunConnection
  /** The first words of the prompt. */
  readonly title: string
  /** What the panel needs to show and continue this turn; kept, not sent. */
  readonly turn?: unknown
  /** The conversation, and the run in it that this one follows. */
  readonly thread?: string
  readonly parent?: string
  /**
   * The run that is to be run again. Naming it is the person's word: no question is asked about that run, even while it is open
   * or unknown.
   */
  readonly repeats?: string
  /** The id of a row that fell back to `draft`, to send it after all under its own id. */
  readonly id?: string
  /** Tells equal contents apart that are meant to run side by side. */
  readonly revision?: string | number
  /** The price as it is shown beside the button. */
  readonly price?: string
}

/**
 * What became of a press.
 * - `started`: the run is in the ledger and on its way.
 * - `already-open`: this press had begun already (double click, a second tab); nothing was sent.
 * - `ask`: an equal request is still open or unknown; nothing was sent. To send it still, name `existing.id` in `repeats`.
 * - `not-connected`: the connection is not complete, so nothing was sent or written down.
 * - `not-saved`: the browser did not store the run, so nothing was sent; `why` is a sentence for people.
 */
export type StartOutcome =
  | { readonly status: 'started'; readonly id: string }
  | { readonly status: 'already-open'; readonly id?: string }
  | { readonly status: 'ask'; readonly existing: RunRow }
  | { readonly status: 'not-connected'; readonly missing: 'key' | 'choice' }
  | { readonly status: 'not-saved'; readonly why: string }

/** A request that is not sent, for a reason that stands in its message, as a sentence for people. */
export class Unsendable extends Error {}

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
