import type { MaskPixels } from '#media/mask/mask-pixels.ts'
import type { ColourChoice } from '#media/mask/select-colour.ts'
import { ownWorker } from '../../ui/own-worker.ts'
import type { CutOut, FromMaskWorker, MaskImport, MaskJobs, PasteIn, ToMaskWorker } from './mask-job.ts'
import workerUrl from './mask-worker.ts?worker&url'

const piecePixels = 2 ** 20

export type MaskWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Work on whole masks in a worker, one call at a time, in order. Bytes are copied by the call, so that they may change afterwards.
 * Promises reject with an Error whose message is shown; after `close` with an AbortError. The worker starts with the first call, and again
 * after a crash.
 */
export function createMaskTasks(start: () => MaskWorker = () => ownWorker(workerUrl, 'mask-worker')) {
  const client = new MaskWorkerClient(start)
  const copyOf = ({ width, height, bytes }: MaskPixels) => ({ width, height, bytes: new Uint8Array(bytes) })
  const onEdge = (kind: 'grow' | 'shrink' | 'feather') => (mask: MaskPixels, by: number) => {
    const copy = copyOf(mask)
    return client.ask(kind, { mask: copy, by }, [copy.bytes.buffer])
  }
  return {
    /** By so many pixels, to all sides, exactly. */
    grow: onEdge('grow'),
    shrink: onEdge('shrink'),
    feather: onEdge('feather'),
    /** A PNG of the mask's size, transparent where the picture is to be regenerated. */
    encode(mask: MaskPixels) {
      const copy = copyOf(mask)
      return client.ask('encode', copy, [copy.bytes.buffer])
    },
    /** A mask of the pixels like the chosen one: 255 where they are. The image is not consumed, and is transferred only once. */
    async selectColour(image: ImageBitmap, choice: ColourChoice) {
      await client.give(image)
      return await client.ask('select', choice)
    },
    read: (file: Blob) => client.ask('read', file),
    importMask: (given: MaskImport) => client.ask('importMask', given),
    cutOut({ mask, ...given }: CutOut) {
      const copy = copyOf(mask)
      return client.ask('cutOut', { ...given, mask: copy }, [copy.bytes.buffer])
    },
    pasteIn: (given: PasteIn) => client.ask('pasteIn', given),
    close: () => client.close(),
  }
}

export type MaskTasks = ReturnType<typeof createMaskTasks>

type Answer<Kind extends keyof MaskJobs> = Awaited<ReturnType<MaskJobs[Kind]>>

class MaskWorkerClient {
  readonly #start: () => MaskWorker
  /** In the order of the jobs, which is that of the answers. */
  #waiting: Waiting[] = []
  #worker: MaskWorker | undefined
  #closed = false
  #given: { readonly image: ImageBitmap; readonly done: Promise<void> } | undefined

  constructor(start: () => MaskWorker) {
    this.#start = start
  }

  ask<Kind extends keyof MaskJobs>(
    kind: Kind,
    given: Parameters<MaskJobs[Kind]>[0],
    transfer: Transferable[] = [],
  ): Promise<Answer<Kind>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed()
      this.#worker ??= this.#open()
      const message: ToMaskWorker = { kind, given }
      this.#worker.postMessage(message, transfer)
      // Behind the post: a job that could not be posted gets no answer. The cast holds since a job is answered with its own kind's result.
      this.#waiting.push({ resolve: (answer) => resolve(answer as Answer<Kind>), reject })
    })
  }

  give(image: ImageBitmap): Promise<void> {
    if (this.#given?.image === image) return this.#given.done
    const before = this.#given?.done.catch(() => {}) ?? Promise.resolve()
    const given = { image, done: before.then(() => this.#giveAll(image)) }
    this.#given = given
    given.done.catch(() => {
      if (this.#given === given) this.#given = undefined
    })
    return given.done
  }

  /** In pieces, each after the one before has arrived: copying it at once would block the page. */
  async #giveAll(image: ImageBitmap): Promise<void> {
    const { width, height } = image
    if (width === 0) throw new Error('The image was closed.')
    const rows = Math.max(1, Math.floor(piecePixels / width))
    for (let y = 0; y < height; y += rows) {
      const piece = await createImageBitmap(image, 0, y, width, Math.min(rows, height - y))
      await this.ask('piece', { piece, y, height }, [piece])
    }
  }

  close(): void {
    this.#closed = true
    this.#end(closed())
  }

  #open(): MaskWorker {
    const worker = this.#start()
    worker.addEventListener('message', (event) => this.#receive((event as MessageEvent<FromMaskWorker>).data))
    worker.addEventListener('error', () => this.#end(new Error('The mask operation failed. Try again.')))
    return worker
  }

  #receive(message: FromMaskWorker): void {
    const waiting = this.#waiting.shift()
    if ('answer' in message) waiting?.resolve(message.answer)
    else waiting?.reject(new Error(message.failed))
  }

  #end(error: Error): void {
    const all = this.#waiting
    this.#waiting = []
    this.#worker?.terminate()
    this.#worker = undefined
    this.#given = undefined
    for (const { reject } of all) reject(error)
  }
}

const closed = () => new DOMException('The mask was closed.', 'AbortError')
