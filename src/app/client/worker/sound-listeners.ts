import type { SoundChunk } from '../exchange.ts'

export interface SoundListener {
  /** The pieces in their order: first one with all bytes so far. */
  readonly onSound: (piece: Pick<SoundChunk, 'bytes' | 'type'>) => void
  readonly onEnd: () => void
}

/** By idempotency key: those who wait for a request, and what tells an open request that somebody listens. */
const listeners = new Map<string, SoundListener>()
const begins = new Map<string, () => void>()

/** Opens the sound of a request that is about to be sent; `key` is its idempotency key, without which nobody can listen. */
export function openSound(key = '') {
  const listening = new Promise<void>((resolve) => {
    begins.set(key, resolve)
    if (listeners.has(key)) resolve()
  })
  return {
    /** Resolves when somebody begins to listen: only from then on pieces come to the page. */
    listening,
    send: (piece: SoundChunk) => listeners.get(key)?.onSound(piece),
    end() {
      begins.delete(key)
      listeners.get(key)?.onEnd()
      listeners.delete(key)
    },
  }
}

/** Listens to the sound of a request that this page sends, now or soon, until its end. A request has one listener, since pieces come once. */
export function listenTo(key: string, listener: SoundListener): void {
  listeners.set(key, listener)
  begins.get(key)?.()
}
