import type { SoundChunk } from '../exchange.ts'

/** Takes a sound while it arrives. */
export interface SoundListener {
  /** The pieces in their order: first one with all bytes so far. */
  readonly onSound: (piece: SoundChunk) => void
  /** No more will come, whether the reply is whole or was cut. */
  readonly onEnd: () => void
}

/** Where the sound of one reply leaves its stream. */
interface SoundTap {
  /** Resolves when somebody begins to listen: only from then on pieces come to the page. */
  readonly listening: Promise<void>
  pour(piece: SoundChunk): void
  end(): void
}

const taps = new Map<string, (listener: SoundListener) => void>()

/** Opens the tap of a request that is about to be sent; `key` is its idempotency key, without which nobody can listen. */
export function openTap(key: string | undefined): SoundTap {
  let listener: SoundListener | undefined
  let begin = () => {}
  const listening = new Promise<void>((resolve) => {
    begin = resolve
  })
  if (key !== undefined)
    taps.set(key, (told) => {
      listener = told
      begin()
    })
  return {
    listening,
    pour: (piece) => listener?.onSound(piece),
    end() {
      if (key !== undefined) taps.delete(key)
      listener?.onEnd()
    },
  }
}

/**
 * Listens to the sound of a request that this page reads. False where there is none: it has not been sent yet or has ended, or another page
 * reads it. To be called once a request.
 */
export function listenTo(key: string, listener: SoundListener): boolean {
  const tap = taps.get(key)
  tap?.(listener)
  return tap !== undefined
}
