import type { RunRow, RunWords } from '../../ledger/run-row.ts'
import { hasReplied, isOpen } from '../life/states.ts'
import { createLoadRun } from '../load-run.ts'
import type { RunTools } from '../run-tools.ts'
import { onePerRuns } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'
import { type History, historyOf } from './history.ts'
import { searchWordsOf } from './words-of.ts'

/** The words of all runs as far as they have been read. A new object with every update. */
export interface SearchView {
  /** The words of a run, one per line; undefined where they have not been read yet. */
  readonly wordsOf: (id: string) => string | undefined
  /** Words of some runs are still missing. */
  readonly reading: boolean
}

/** Runs per batch: a few milliseconds of work. */
const batch = 10

/** Ms between two looks whether replies still come, while nobody searches. */
const rest = 1_000

/** Least time between two updates of the view, in ms: each one repeats the search in all runs. */
const pace = 250

/** The text search of a page's runs, shared by all subscribers. */
export const textSearchOf = onePerRuns((runs) => createTextSearch(toolsOf(runs), historyOf(runs)))

/**
 * The words of requests and answers, stored in the ledger beside the runs: extracted once for each run that has ended, newest first. Held
 * in memory only while there is a subscription.
 */
function createTextSearch({ ledger, createReader }: Pick<RunTools, 'ledger' | 'createReader'>, history: History) {
  const load = createLoadRun(ledger, createReader)
  const known = new Map<string, Pick<RunWords, 'steps' | 'words'>>()
  const listeners = new Set<() => void>()
  let reading: Promise<void> | undefined
  let making: Promise<void> | undefined
  let shownAt = 0
  let view: SearchView = { wordsOf: () => undefined, reading: true }

  function show(isReading: boolean): void {
    shownAt = performance.now()
    view = { wordsOf: (id) => known.get(id)?.words, reading: isReading }
    for (const listener of [...listeners]) listener()
  }

  const isSearching = () => listeners.size > 0
  function note({ id, steps, words }: RunWords): void {
    known.set(id, { steps, words: isSearching() ? words : '' })
  }

  async function read(): Promise<void> {
    for await (const list of (await ledger.history()).words()) for (const one of list) note(one)
  }

  const missing = () =>
    history.view().rows.filter(({ id, status, log }) => hasReplied(status) && known.get(id)?.steps !== log.length)

  async function make(): Promise<void> {
    const stored = await ledger.history()
    for (let due = missing(); due.length > 0; ) {
      while (!isSearching() && isReceiving(history)) await new Promise((done) => setTimeout(done, rest))
      const made = await wordsOfRows(due.slice(0, batch))
      await stored.keepWords(made)
      for (const one of made) note(one)
      if (performance.now() - shownAt > pace) show(true)
      due = due.length > batch || !isSearching() ? due.slice(batch) : missing()
    }
  }

  async function wordsOfRows(rows: readonly RunRow[]): Promise<readonly RunWords[]> {
    const bodies = await ledger.bodies(rows.map((row) => row.id))
    const made: RunWords[] = []
    for (const [at, { id, log }] of rows.entries()) {
      const body = bodies[at]
      const result = Object(body?.result ?? (await load.one(id))?.result)
      made.push({ id, steps: log.length, words: await searchWordsOf(body ?? {}, result.outputs) })
    }
    return made
  }

  /**
   * Extracts and stores missing words without holding any. Resolves when none is missing. While nobody searches, it waits as long as replies
   * come, and leaves out runs that end meanwhile: those of a plan would be read and written once more while others are sent.
   */
  function prepare(): Promise<void> {
    reading ??= read()
    // Where the ledger fails, only heads are searched.
    making ??= Promise.all([reading, allHeads(history)])
      .then(make)
      .catch(() => {})
      .then(() => {
        making = undefined
        show(false)
      })
    return making
  }

  let end = () => {}
  return {
    view: () => view,
    /** Reads the stored words, and extracts missing ones. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) {
        view = { ...view, reading: true }
        reading = read().then(() => show(true))
        void reading.then(prepare, prepare)
        end = history.subscribe(() => void (missing().length > 0 && prepare()))
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        end()
        for (const [id, { steps }] of known) known.set(id, { steps, words: '' })
      }
    },
    prepare,
  }
}

const isReceiving = (history: History) => history.view().rows.some(({ status }) => isOpen(status))

/** Resolves when all heads have been read. */
function allHeads(history: History): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (history.view().loading) return
      // Deferred, since `look` may run before `end` is assigned.
      queueMicrotask(() => end())
      resolve()
    }
    const end = history.subscribe(look)
    look()
  })
}
