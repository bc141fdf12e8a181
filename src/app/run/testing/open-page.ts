import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { createRuns } from '../create-runs.ts'
import type { Locks } from '../life/locks.ts'
import type { RunResult } from '../result.ts'
import type { Run } from '../run.ts'
import type { RunDraft } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import type { FakeRouter } from './fake-router.ts'

/** One page of the app without its looks, for tests. */
export interface Page {
  readonly runs: Runs
  readonly ledger: Ledger
  readonly clock: FakeClock
  /** Draws a frame. */
  frame(): void
  /** As if the page were hidden. */
  hide(): void
  /** Resolves as soon as the condition holds of the run. */
  until(id: string, holds: (run: Run) => boolean): Promise<Run>
}

export interface PageOptions {
  readonly name: string
  readonly router: Pick<FakeRouter, 'stream'> & Partial<Pick<Client, 'call' | 'read'>>
  readonly locks?: Locks
  /** Puts something between the page and its ledger. */
  readonly around?: (ledger: Ledger) => Ledger
  /** By default one of its own. */
  readonly clock?: FakeClock
  readonly tools?: Partial<RunTools>
}

export async function openPage(options: PageOptions): Promise<Page> {
  const { name, router, locks, around = (x) => x, clock = createFakeClock(), tools } = options
  const ledger = around(await openLedger({ name }))
  let frames: (() => void)[] = []
  const hidden = new Set<() => void>()
  const runs = createRuns({
    ledger,
    connect: () => ({ call: noAnswer, read: noAnswer, ...router }),
    createReader,
    readRemote: async () => ({ status: 'unknown' }),
    stopRemote: async () => {},
    isVisible: () => true,
    onVisible: () => () => {},
    download: async () => ({ status: 'cancelled' }),
    clock,
    newId: () => crypto.randomUUID(),
    ...(locks !== undefined && { locks }),
    frame: (work) => void frames.push(work),
    onHide(listener) {
      hidden.add(listener)
      return () => hidden.delete(listener)
    },
    ...tools,
  })
  await runs.recovered
  return {
    runs,
    ledger,
    clock,
    frame() {
      const due = frames
      frames = []
      for (const one of due) one()
    },
    hide() {
      for (const one of hidden) one()
    },
    until(id, holds) {
      return new Promise((found) => {
        const stop = runs.watchRun(id, look)
        function look(): void {
          const run = runs.run(id)
          if (run === undefined || !holds(run)) return
          found(run)
          queueMicrotask(() => stop())
        }
        look()
      })
    },
  }
}

/** A router that answers no call. */
const noAnswer = async (): Promise<never> => {
  throw new ClientError({ kind: 'network', message: 'Failed to fetch' })
}

/** A draft for tests. */
export function sampleDraft(change: Partial<RunDraft> = {}): RunDraft {
  return {
    endpoint: 'responses',
    tool: 'chat',
    model: 'sandbox-fast',
    title: 'Hello',
    request: { model: 'sandbox-fast', input: 'Hello', stream: true },
    thread: 't',
    connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1', key: 'sk-canary-0123456789', own: true },
    ...change,
  }
}

/** The parts of all messages, one after the other, for tests. */
export function textShown(result: RunResult): string {
  return result.outputs
    .flatMap((output) => (output.kind === 'message' ? output.parts : []))
    .map((part) => part.text)
    .join('')
}
