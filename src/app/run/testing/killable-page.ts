import type { Stream } from '../../client/exchange.ts'
import type { Ledger } from '../../ledger/ledger.ts'

/** A page that is killed at a chosen step: from then on nothing that it waits for ever comes. For tests. */
export interface KillablePage {
  readonly died: Promise<void>
  readonly isDead: () => boolean
  readonly ledger: (ledger: Ledger) => Ledger
  readonly stream: (stream: Stream) => Stream
}

/**
 * Steps are the writes to the ledger, the send, and every chunk of the reply, counted from 1.
 * @param when `before`: killed as the step is about to be done; `after`: it is done, but the page never learns of it
 */
export function createKillablePage(step: number, when: 'before' | 'after', onChunk: () => void): KillablePage {
  let steps = 0
  let die = () => {}
  let dead = false
  const died = new Promise<void>((done) => {
    die = () => {
      dead = true
      done()
    }
  })
  const never = new Promise<never>(() => {})

  async function live<T>(work: () => Promise<T>): Promise<T> {
    if (dead) return await never
    steps += 1
    const last = steps === step
    if (last && when === 'before') {
      die()
      return await never
    }
    const result = await work()
    if (last) die()
    return dead ? await never : result
  }

  return {
    died,
    isDead: () => dead,
    ledger: (ledger) => ({
      ...ledger,
      prepare: (...args) => live(() => ledger.prepare(...args)),
      update: (...args) => live(() => ledger.update(...args)),
      appendEvents: (...args) => live(() => ledger.appendEvents(...args)),
      finish: (...args) => live(() => ledger.finish(...args)),
    }),
    stream: (stream) =>
      async function* killable(...args) {
        const reply = stream(...args)
        for (;;) {
          onChunk()
          const { done, value } = await live(() => reply.next())
          if (done === true) return
          yield value
        }
      },
  }
}
