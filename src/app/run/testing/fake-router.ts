import type { Chunk, Stream } from '../../client/exchange.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import type { RawEvent } from '../../client/read/run-event.ts'

/** One step of a scripted reply. */
export type RouterStep =
  | { readonly kind: 'head'; readonly status: number }
  /** Server-sent events that come in one network chunk, the first at 2 ms and each later one 1 ms after. */
  | { readonly kind: 'data'; readonly data: readonly object[] }
  /** Waits until `go` is called, or the request is aborted. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'end'; readonly how: 'closed' | 'cut' }

/** A request that the router was sent. */
export interface Sent {
  readonly request: unknown
  readonly key: string | undefined
}

/** A client on a scripted router, for tests: reads with the app's own reader and keeps the promises of `Stream`. */
export interface FakeRouter {
  readonly stream: Stream
  readonly sent: readonly Sent[]
  /** Lets every reply that waits go on. */
  go(): void
}

/** `onSend` is awaited between the send and the head. */
export function createFakeRouter(
  script: readonly RouterStep[],
  onSend: (sent: Sent) => unknown = () => {},
): FakeRouter {
  const sent: Sent[] = []
  let waiting: (() => void)[] = []

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((go) => {
      if (signal?.aborted) go()
      waiting.push(go)
      signal?.addEventListener('abort', () => go())
    })
  }

  async function* stream(
    _: string,
    request: unknown,
    options: Parameters<Stream>[2] = {},
  ): AsyncGenerator<Chunk, void> {
    const { signal, idempotencyKey: key } = options
    const reader = createReader()
    const stopped = () => ({ kind: 'events', raw: [], events: reader.finish('stopped') }) as const
    if (signal?.aborted) return yield stopped()
    sent.push({ request, key })
    let at = 1
    await onSend({ request, key })
    for (const step of script) {
      if (step.kind === 'wait') await wait(signal)
      if (signal?.aborted) return yield stopped()
      if (step.kind === 'head') yield { kind: 'head', head: { status: step.status, headers: {}, at: 1 } }
      if (step.kind === 'data') {
        at += 1
        const raw = step.data.map((one): RawEvent => ({ at, data: JSON.stringify(one) }))
        yield { kind: 'events', raw, events: raw.flatMap((one) => reader.push(one)) }
      }
      if (step.kind === 'end') yield { kind: 'events', raw: [], events: reader.finish(step.how) }
    }
  }

  return {
    stream,
    sent,
    go() {
      const all = waiting
      waiting = []
      for (const one of all) one()
    },
  }
}

/** The steps of a streamed answer that says these words, one chunk each, and ends as it should. */
export function answer(...words: readonly string[]): readonly RouterStep[] {
  const text = words.join('')
  return [...opened(...words), data({ type: 'response.output_text.done', ...place, text }), ...completed(text)]
}

/** The same answer, before its end. */
export function opened(...words: readonly string[]): readonly RouterStep[] {
  return [
    { kind: 'head', status: 200 },
    data({ type: 'response.created', response: { id: 'resp_1', model: 'sandbox-fast' } }),
    data({ type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm', content: [] } }),
    ...words.map((delta) => data({ type: 'response.output_text.delta', ...place, delta })),
  ]
}

const place = { output_index: 0, content_index: 0, item_id: 'm' }

function completed(text: string): readonly RouterStep[] {
  const item = { type: 'message', id: 'm', content: [{ type: 'output_text', text }] }
  return [
    data({ type: 'response.output_item.done', output_index: 0, item }),
    data({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [item], usage } }),
    { kind: 'end', how: 'closed' },
  ]
}

const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 }

function data(...events: readonly object[]): RouterStep {
  return { kind: 'data', data: events }
}
