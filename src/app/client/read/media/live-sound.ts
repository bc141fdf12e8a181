import { joinedBytes } from '#media/png.ts'
import type { SoundChunk } from '../../exchange.ts'
import type { GatheredBytes } from './read-bytes.ts'

/** What a listener has not got yet of a sound that is arriving. */
export class LiveSound {
  #isHeard = false
  #sent = 0
  readonly #listening: Promise<undefined>

  constructor(listening: Promise<void> | undefined) {
    this.#listening = new Promise((resolve) => {
      void listening?.then(() => {
        this.#isHeard = true
        resolve(undefined)
      })
    })
  }

  /** Passes items through, and `undefined` once: when somebody begins to listen while an item is waited for. */
  async *between<Item, End>(source: AsyncGenerator<Item, End>): AsyncGenerator<Item | undefined, End> {
    try {
      for (;;) {
        const next = source.next()
        if (!this.#isHeard && (await Promise.race([next, this.#listening])) === undefined) yield undefined
        const step = await next
        if (step.done) return step.value
        yield step.value
      }
    } finally {
      await source.return(undefined as never)
    }
  }

  /** At first all of the sound so far, then the `fresh` bytes at its end; nothing while nobody listens. */
  async *news(
    sound: Pick<GatheredBytes, 'size' | 'blob' | 'typeFor'>,
    fresh: readonly Uint8Array[],
    said = '',
  ): AsyncGenerator<SoundChunk, void> {
    // Bytes that came with the beginning of the listening are in what was sent first.
    if (!this.#isHeard || sound.size === this.#sent) return
    const bytes = this.#sent > 0 ? joinedBytes(fresh) : new Uint8Array(await sound.blob().arrayBuffer())
    this.#sent = sound.size
    yield { kind: 'sound', bytes, type: sound.typeFor(said) }
  }
}
