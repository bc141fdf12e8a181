import { createChanges } from '../../ledger/changes.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { memoryLedger } from '../../ledger/memory-ledger.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { KnownConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import type { FakeJobs } from './fake-jobs.ts'
import { createFakeLocks } from './fake-locks.ts'
import { openPage, type Page } from './open-page.ts'

/** One tab of a `Browser`. */
export interface Tab {
  readonly page: Page
  readonly isDead: () => boolean
  /** Shows or hides it. */
  show(isVisible: boolean): void
  /** Nothing that it waits for ever comes, and its locks are free. */
  kill(): void
}

/** A browser whose tabs share one ledger in memory, one clock and one lock manager, for tests. */
export interface Browser {
  readonly clock: FakeClock
  readonly ledger: Ledger
  openTab(isVisible?: boolean): Promise<Tab>
  /** Lets time pass from one due work to the next, and what follows from each happen. */
  pass(ms: number): Promise<void>
  row(id: string): Promise<RunRow>
}

interface BrowserOptions {
  readonly clock?: FakeClock
  readonly jobs: FakeJobs
  readonly known: readonly KnownConnection[]
  readonly hasLocks?: boolean
  /** Lets what is pending happen: `setImmediate`. */
  readonly rest: () => Promise<void>
}

const never = new Promise<never>(() => {})

export function createBrowser({
  clock = createFakeClock(),
  jobs,
  known,
  rest,
  hasLocks = true,
}: BrowserOptions): Browser {
  const ledger = memoryLedger(createChanges(), 'absent')
  const locks = createFakeLocks()

  async function openTab(isVisible = true): Promise<Tab> {
    let visible = isVisible
    let isDead = false
    const listeners = new Set<() => void>()
    const own = locks.page()
    const alive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isDead) return await never
      const result = await work()
      return isDead ? await never : result
    }
    const { connect, download } = jobs.tools
    const tools: Partial<RunTools> = {
      clock: { ...clock, after: (ms, work) => clock.after(ms, () => isDead || work()) },
      connect: (connection) => {
        const client = connect(connection)
        // The signature is the same: only a dead tab never gets an answer.
        const call = ((...args: Parameters<typeof client.call>) =>
          alive(() => client.call(...args))) as typeof client.call
        return { ...client, call, read: (...args) => alive(() => client.read(...args)) }
      },
      download: (...args) => alive(() => download(...args)),
      isVisible: () => visible,
      onVisible(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const page = await openPage({
      name: crypto.randomUUID(),
      router: { stream: () => Object.assign((async function* () {})()) },
      clock,
      ...(hasLocks && { locks: own }),
      around: () => killableLedger(ledger, alive, () => isDead),
      tools,
    })
    page.runs.follow.connect(known)
    return {
      page,
      isDead: () => isDead,
      show(next) {
        visible = next
        for (const one of listeners) one()
      },
      kill() {
        isDead = true
        own.kill()
      },
    }
  }

  async function settle(): Promise<void> {
    for (let n = 0; n < 6; n += 1) await rest()
  }

  return {
    clock,
    ledger,
    openTab,
    async pass(ms) {
      const until = clock.mono() + ms
      await settle()
      while (clock.mono() < until) {
        clock.pass(Math.min(until - clock.mono(), Math.max(1, clock.untilNext())))
        await settle()
      }
    },
    async row(id) {
      const row = await ledger.get(id)
      if (row === undefined) throw new Error('There is no such run.')
      return row
    },
  }
}

function killableLedger(
  ledger: Ledger,
  alive: <T>(work: () => Promise<T>) => Promise<T>,
  isDead: () => boolean,
): Ledger {
  return {
    ...ledger,
    prepare: (...args) => alive(() => ledger.prepare(...args)),
    update: (...args) => alive(() => ledger.update(...args)),
    appendEvents: (...args) => alive(() => ledger.appendEvents(...args)),
    finish: (...args) => alive(() => ledger.finish(...args)),
    get: (...args) => alive(() => ledger.get(...args)),
    bodies: (...args) => alive(() => ledger.bodies(...args)),
    eventsOf: (...args) => alive(() => ledger.eventsOf(...args)),
    subscribe: (listener) => ledger.subscribe((change) => isDead() || listener(change, 'elsewhere')),
    close: () => {},
  }
}
