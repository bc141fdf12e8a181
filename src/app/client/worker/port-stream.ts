import { Inbox } from '#contract/core/inbox.ts'

/**
 * One asynchronous sequence over a MessagePort. The reader sends `pull` for each item, so that a slow reader slows the server down, `abort`
 * and `listen`; the server sends `taken` at once, the items, and `end` or `error`.
 */
type FromReader = { readonly kind: 'pull' | 'abort' | 'listen' }
type FromServer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'item'; readonly item: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly message: string }

export type ServerPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start' | 'close'>

/** The part of `Worker` that `readFrom` uses; `Message` is what the worker understands. */
export type WorkerOf<Message> = Pick<Worker, 'addEventListener' | 'removeEventListener'> & {
  postMessage(message: Message, transfer?: Transferable[]): void
}

/** The worker failed to load, or broke while the sequence ran. `taken`: it had begun with the sequence. */
export class WorkerBroke extends Error {
  readonly taken: boolean

  constructor(taken: boolean) {
    super('Part of this app could not be loaded, or has stopped.')
    this.taken = taken
  }
}

/**
 * Serves one sequence, an item of `produce` for each pull; `transferOf` names what is moved. After an `abort` the rest is sent without
 * pulls; `listening` resolves with a `listen`. Never throws: failures are sent as `error`.
 */
export async function servePort<Item>(
  port: ServerPort,
  produce: (signal: AbortSignal, listening: Promise<void>) => AsyncIterator<Item, void>,
  transferOf: (item: Item) => Transferable[] = () => [],
): Promise<void> {
  const leaving = new AbortController()
  const say = (message: FromServer, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let pulls = 0
  let heard = () => {}
  let listen = () => {}
  const listening = new Promise<void>((resolve) => {
    listen = resolve
  })
  port.addEventListener('message', ({ data: { kind } }: MessageEvent<FromReader>) => {
    if (kind === 'abort') leaving.abort()
    if (kind === 'pull') pulls += 1
    if (kind === 'listen') listen()
    heard()
  })
  port.start()
  say({ kind: 'taken' })
  try {
    const items = produce(leaving.signal, listening)
    for (;;) {
      while (pulls === 0 && !leaving.signal.aborted) {
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      }
      pulls -= 1
      const step = await items.next()
      if (step.done) break
      say({ kind: 'item', item: step.value }, transferOf(step.value))
    }
    say({ kind: 'end' })
  } catch (cause) {
    leaving.abort()
    say({ kind: 'error', message: cause instanceof Error ? cause.message : String(cause) })
  } finally {
    port.close()
  }
}

/**
 * Sends a message with a port to a worker and yields what comes back. Aborting and leaving the loop end the sequence in the worker's way.
 * Throws a `DataCloneError` for a message that cannot be copied, `WorkerBroke`, and a `TypeError` with the server's message.
 */
export async function* readFrom<Item>(
  worker: WorkerOf<unknown>,
  message: unknown,
  signal?: AbortSignal,
  listening?: Promise<void>,
): AsyncGenerator<Item, void> {
  const { port1: port, port2 } = new MessageChannel()
  const say = (told: FromReader) => port.postMessage(told)
  const abort = () => say({ kind: 'abort' })
  const { next, close } = inboxOf(port, worker)
  let taken = false
  try {
    worker.postMessage(message, [port2])
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    void listening?.then(() => say({ kind: 'listen' }))
    say({ kind: 'pull' })
    for (;;) {
      const told = await next()
      if (told === 'broke') throw new WorkerBroke(taken)
      if (told.kind === 'error') throw new TypeError(told.message)
      if (told.kind === 'end') return
      taken = true
      if (told.kind === 'taken') continue
      // The cast holds since the worker's code and the page's are of one build.
      yield told.item as Item
      say({ kind: 'pull' })
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
    close()
  }
}

/** The messages of the port in their order, and `broke` where the worker breaks. */
function inboxOf(port: MessagePort, worker: Pick<WorkerOf<never>, 'addEventListener' | 'removeEventListener'>) {
  const inbox = new Inbox<FromServer | 'broke'>()
  const broke = () => inbox.add('broke')
  port.addEventListener('message', ({ data }: MessageEvent<FromServer>) => inbox.add(data))
  port.start()
  worker.addEventListener('error', broke)
  return {
    next: () => inbox.next(),
    close() {
      worker.removeEventListener('error', broke)
      port.close()
    },
  }
}
