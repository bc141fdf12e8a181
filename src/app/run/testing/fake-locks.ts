import type { Locks } from '../life/locks.ts'

/** One browser's locks: every page has its own view, and a page that is killed gives all of its locks up. */
export interface FakeLocks {
  page(): Locks & { kill(): void }
}

interface Waiting {
  readonly page: object
  readonly take: () => void
}

/** One lock that is held. */
interface Held {
  readonly page: object
  /** Rejects the holder's request. */
  readonly rob: () => void
}

/** Locks like `navigator.locks`, for tests: exclusive ones, in the order of the requests. */
export function createFakeLocks(): FakeLocks {
  const held = new Map<string, Held>()
  const queues = new Map<string, Waiting[]>()

  function next(name: string): void {
    held.delete(name)
    queues.get(name)?.shift()?.take()
  }

  return {
    page() {
      const page = {}
      let isKilled = false
      return {
        async request(name, { ifAvailable, signal, steal }, work) {
          // What still runs of a killed page gets nothing any more.
          if (isKilled) return await new Promise<never>(() => {})
          if (steal) held.get(name)?.rob()
          const taken = held.has(name) && !steal
          if (taken && ifAvailable) return await work(null)
          if (taken) {
            await new Promise<void>((take, giveUp) => {
              const waiting = { page, take }
              queues.set(name, [...(queues.get(name) ?? []), waiting])
              signal?.addEventListener('abort', () => {
                const queue = queues.get(name) ?? []
                if (!queue.includes(waiting)) return
                queues.set(
                  name,
                  queue.filter((one) => one !== waiting),
                )
                giveUp(signal.reason)
              })
            })
          }
          let rob = () => {}
          const stolen = new Promise<never>((_, reject) => {
            rob = () => reject(new DOMException('Stolen.', 'AbortError'))
          })
          stolen.catch(() => {})
          const own: Held = { page, rob }
          held.set(name, own)
          try {
            return await Promise.race([work({ name }), stolen])
          } finally {
            if (held.get(name) === own) next(name)
          }
        },
        kill() {
          isKilled = true
          for (const [name, queue] of queues)
            queues.set(
              name,
              queue.filter((one) => one.page !== page),
            )
          for (const [name, holder] of [...held]) if (holder.page === page) next(name)
        },
      }
    },
  }
}
