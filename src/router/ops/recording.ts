import { isEventStream, pulled } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import type { StoredReader, StoredReply } from './reply-storage.ts'

/** How a recorded reply ended: complete, broken off, or stopped by the client. */
export type Ended = 'whole' | 'cut' | 'stopped'

export interface RecordedHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** One reply, while it arrives and afterwards. Any number of readers read it from its beginning and follow it while it grows. */
export interface KeptReply {
  readonly head: RecordedHead | undefined
  readonly ended: Ended | undefined
  /** The kept part of its body; undefined where nothing is kept. */
  bytes(): Promise<Buffer | undefined>
  /** Resolves with a reply of its own for each caller once the head is known. A recording that is cut ends in an errored stream. */
  reply(): Promise<Response>
}

export interface Recording extends KeptReply {
  readonly stored: StoredReply
  start(head: RecordedHead): void
  append(bytes: Uint8Array): void
  end(how: Ended): void
  /** Ends it before its head is known: readers that wait get this error. */
  refuse(error: RouterError): void
  /** Resolves at the next start, addition or end. */
  change(): Promise<void>
  /** Withholds the head from readers until `show('head')`, and the end until `show('all')`, so that a copy elsewhere has them first. */
  hold(): void
  show(part: 'head' | 'all'): void
}

/** There may have been a reply, but nothing of it was kept. */
export const nothingCame = () =>
  new RouterError(
    500,
    'no_reply',
    'The router stopped before the reply was stored. The request may have been billed.',
    {
      retry: 'ask',
      stage: 'sent',
    },
  )

/** The request was answered, but its reply is no longer kept. */
export const replyNotKept = () =>
  new RouterError(409, 'reply_not_kept', 'This request was answered, but the answer is no longer stored.', {
    retry: 'ask',
    stage: 'sent',
  })

function opened(stored: StoredReply): StoredReader {
  try {
    return stored.open()
  } catch {
    throw replyNotKept()
  }
}

/** Some of the next bytes from `from` on: a whole number of the stored reply’s pieces, about `most` bytes; empty at the end. */
export function readSome(reader: StoredReader, from: number, most: number): Buffer {
  const pieces: Uint8Array[] = []
  let size = 0
  for (let piece = reader.read(from); piece.length > 0 && size < most; piece = reader.read(from + size)) {
    pieces.push(piece)
    size += piece.length
  }
  return Buffer.concat(pieces)
}

function bytesOn(stored: StoredReply): Buffer | undefined {
  try {
    const reader = stored.open()
    const bytes = readSome(reader, 0, Number.POSITIVE_INFINITY)
    reader.close()
    return bytes
  } catch {
    return undefined
  }
}

/** `past`: what an earlier process stored of this reply. */
export function createRecording(stored: StoredReply, past: { head?: RecordedHead; ended?: Ended } = {}): Recording {
  let { head, ended } = past
  let refusal: RouterError | undefined
  let waiting: (() => void)[] = []
  let shown: 'nothing' | 'head' | 'all' = 'all'

  function wake() {
    const woken = waiting
    waiting = []
    for (const one of woken) one()
  }

  const change = () => new Promise<void>((resolve) => waiting.push(resolve))

  function follow(): ReadableStream<Uint8Array> {
    const reader = opened(stored)
    const isStream = isEventStream(new Headers({ ...head?.headers }))
    let at = 0
    /** Whoever knows the length takes the last byte for the end. Events are never late. */
    const readable = () => (shown === 'all' || isStream ? stored.size : stored.size - 1)
    async function next(): Promise<Uint8Array | undefined> {
      while (at >= readable() && !(ended && shown === 'all')) await change()
      const bytes = reader.read(at).subarray(0, readable() - at)
      at += bytes.length
      if (bytes.length > 0) return bytes
      reader.close()
      if (ended === 'whole') return undefined
      throw new TypeError('the recorded reply broke off here')
    }
    return pulled(next, reader.close)
  }

  return {
    get head() {
      return head
    },
    get ended() {
      return ended
    },
    stored,
    start(given) {
      head = given
      wake()
    },
    append(bytes) {
      stored.append(bytes)
      wake()
    },
    end(how) {
      ended = how
      stored.finish()
      wake()
    },
    refuse(error) {
      refusal = error
      stored.erase()
      wake()
    },
    change,
    hold() {
      shown = 'nothing'
    },
    show(part) {
      if (shown !== 'all') shown = part
      wake()
    },
    bytes: async () => bytesOn(stored),
    async reply() {
      while (!refusal && (shown === 'nothing' || (!head && !ended))) await change()
      if (!head) throw refusal ?? nothingCame()
      const isEmpty = ended === 'whole' && stored.size === 0
      while (isEmpty && shown !== 'all') await change()
      return new Response(isEmpty ? null : follow(), head)
    },
  }
}
