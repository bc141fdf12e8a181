import { joinedBytes } from '#media/png.ts'
import type { SoundChunk } from '../../exchange.ts'

/** What a listener has not got yet of a sound that is arriving. */
export class LiveSound {
  #isHeard = false
  #hasBegun = false

  /** `listening` resolves when somebody wants the sound while it arrives. */
  constructor(listening: Promise<void> | undefined) {
    void listening?.then(() => {
      this.#isHeard = true
    })
  }

  /** At first all bytes so far, then those that are new; nothing while nobody listens. */
  async *news(type: string, all: () => Blob, fresh: readonly Uint8Array[]): AsyncGenerator<SoundChunk, void> {
    if (!this.#isHeard) return
    const bytes = this.#hasBegun ? joinedBytes(fresh) : new Uint8Array(await all().arrayBuffer())
    this.#hasBegun = true
    if (bytes.length > 0) yield { kind: 'sound', bytes, type }
  }
}
