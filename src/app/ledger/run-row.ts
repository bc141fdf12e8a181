/** Where a run may stand: on its way, or at one of its ends. */
export const runStatuses = [
  'draft',
  'prepared',
  'sending',
  'receiving',
  'completed',
  'incomplete',
  'failed',
  'unconfirmed',
  'interrupted',
  'stopped',
  'refused',
  'unknown',
] as const
export type RunStatus = (typeof runStatuses)[number]

/**
 * The head of a run: everything a list needs, small enough to read ten thousand of.
 * Bodies stand in a store of their own (`RunBody`), and so do the events (`EventBatch`).
 */
export interface RunRow {
  /** A UUID made at the press; also the idempotency key towards our own router. */
  readonly id: string
  /** Counts up by one a run: the order of runs, whatever the clock did. */
  readonly seq: number
  readonly endpoint: string
  readonly model: string
  /** The first words of the prompt. */
  readonly title: string
  readonly status: RunStatus
  /** Why it ended so: `max_output_tokens`, `too large`. */
  readonly reason?: string
  readonly resolution?: 'recovered' | 'repeated' | 'given_up'
  /** The conversation it belongs to, and the run it follows in it. */
  readonly thread?: string
  readonly parent?: string
  /** The run it repeats. */
  readonly repeats?: string
  /** Hash of route, model, body and draft revision; empty for a run that came in from elsewhere. */
  readonly intent: string
  /** Equal to `intent` while the run is open or unsettled, absent after: a unique index, so that one intent is sent once. */
  readonly open?: string
  readonly connection: { readonly name: string; readonly baseUrl: string; readonly keyHint?: string }
  /** The price as it was shown at the press. */
  readonly price?: string
  /** Wall clock (ms since 1970) of every status it had; `mono` counts on from the start of the page. */
  readonly log: readonly { readonly status: RunStatus; readonly at: number; readonly mono: number }[]
  /** Milliseconds since `fetch` was called. */
  readonly times?: {
    readonly headers?: number
    readonly firstByte?: number
    readonly firstToken?: number
    /** When the last chunk came that held some of the answer; rows of earlier versions have none. */
    readonly lastToken?: number
    readonly end?: number
  }
  /** What the router said of the request, where it said so. */
  readonly served?: {
    readonly status?: number
    readonly requestId?: string
    readonly model?: string
    readonly provider?: string
    readonly attempts?: string
  }
  readonly usage?: Readonly<Record<string, number | boolean>>
  /** `ErrorFacts` of the client. */
  readonly error?: unknown
  /** What stood before the reply's body, while that is still coming: at the end it goes to the run's body. */
  readonly reply?: StoredReply
  /** Another tab asks the one that carries this run to stop it. */
  readonly stop?: 'asked'
  /** The name the person gave it; it stands over `title`. */
  readonly name?: string
  readonly verdict?: Verdict
  readonly note?: string
  readonly tags?: readonly string[]
  /** What its pictures show, in the person's words, by the hash of their bytes. */
  readonly alts?: Readonly<Record<string, string>>
  /** What came, as a hash (hex) and its length in bytes: equal outputs have equal hashes. Absent where nothing came. */
  readonly output?: { readonly sha256: string; readonly bytes: number }
  /** Wall clock of its deletion: hidden from then on, and removed for good some minutes later. */
  readonly deleted?: number
}

/** The person's word on a result. */
export type Verdict = 'pass' | 'fail'

/** A row before the ledger has given it its place in the order. */
export type NewRun = Omit<RunRow, 'seq'>

/** The heavy part of a run. */
export interface RunBody {
  readonly id: string
  /** Exactly what was sent; absent where that were parts. */
  readonly request: unknown
  /** What was sent as multipart, in its order. */
  readonly parts?: readonly StoredPart[]
  /** What the run's panel needs to show and continue it (chat: the items the person added in this turn). */
  readonly turn?: unknown
  /** What stood before the request's body, written before the send; the key is masked. */
  readonly sent?: SentHead
  /** The reduced result, written with the ending in one transaction; absent while the run is open. */
  readonly result?: unknown
  /** What stood before the reply's body, written with the ending; absent where no reply came. */
  readonly reply?: StoredReply
}

/** A part of a multipart request. The bytes of a file are the run's input asset with that hash. */
export type StoredPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: StoredFile }

/** What is known of a file without its bytes. */
export interface StoredFile {
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** Hex. */
  readonly sha256: string
}

export type HeaderList = readonly (readonly [name: string, value: string])[]

/** What stood before a request's body, as far as the page chose it: the browser adds headers of its own. */
export interface SentHead {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
}

/** What stood before a reply's body, as far as the page may read it. */
export interface StoredReply {
  readonly status: number
  readonly headers: HeaderList
}

/** Bytes that a run was given or gave, kept as they are. */
export interface Asset {
  readonly id: string
  readonly run: string
  readonly role: 'input' | 'output'
  /** The media type, by its bytes where they tell it. */
  readonly type: string
  /** The file's name, where it had one. */
  readonly name?: string
  /** In bytes. */
  readonly size: number
  /** Hex. */
  readonly sha256: string
  readonly blob: Blob
}

/** Some consecutive events of a run, as they came. */
export interface EventBatch {
  readonly id: string
  readonly n: number
  readonly events: readonly { readonly at: number; readonly name?: string; readonly data: string }[]
}

/** What a run is searched by beside its head. Made from the run at any time, and so never repaired. */
export interface RunWords {
  readonly id: string
  /** The length of the row's `log` when they were read: where it is another one, they are of an earlier state. */
  readonly steps: number
  /** Every word of what was sent and what came, once, in lower case and each in a line. */
  readonly words: string
}
