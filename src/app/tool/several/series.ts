import * as z from 'zod/mini'
import { isRecord } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import type { RunConnection, RunDraft, StartOutcome } from '../../run/run-draft.ts'
import type { Runs } from '../../run/runs.ts'
import type { StoredDraft } from '../../run/stored-draft.ts'

/** The place of a call among those of one press: the `batch` of its run. A repeated run keeps that of the first. */
const SeriesPlace = z.looseObject({
  /** The same for all calls of the press. */
  id: z.string(),
  /** Counted from 0. */
  at: z.number(),
  of: z.number(),
  /** What tells the call from the others: a voice, a part, a language. */
  name: z.string(),
})
export type SeriesPlace = z.infer<typeof SeriesPlace>

/** A call of a series that is ready to be sent; the connection is added when it is. */
export interface SeriesCall {
  readonly place: SeriesPlace
  readonly draft: Omit<RunDraft, 'connection'>
  /** Where its price was stated. */
  readonly baseUrl: string
}

/** What is shown of a series. Keeps its identity until it changes. */
export interface SeriesShown {
  /** `halted`: calls are left, and only a press sends them. */
  readonly status: 'idle' | 'sending' | 'halted'
  /** The call that is being sent. */
  readonly current?: SeriesPlace
  /** The calls that were not sent. */
  readonly left: readonly SeriesCall[]
  /** Why they were not, as a sentence. */
  readonly why?: string
}

const idle: SeriesShown = { status: 'idle', left: [] }

/** Calls that a page left behind. Their requests were checked when they were made, and are only passed on. */
const Kept = z.looseObject({
  left: z.array(
    z.looseObject({
      place: SeriesPlace,
      draft: z.custom<SeriesCall['draft']>((draft) => isRecord(draft) && typeof draft.endpoint === 'string'),
      baseUrl: z.catch(z.string(), ''),
    }),
  ),
})

/**
 * The calls of one press, sent one after the other, each as a run of its own. What does not complete, a refusal and a stop end it; the
 * calls that are left are kept, also over a crash of the page, and are sent by another press only. One for each tool of a page, which goes
 * on while the tool is not shown.
 */
export class Series {
  readonly #runs: Runs
  readonly #thread: string
  readonly #draft: StoredDraft
  readonly #listeners = new Set<() => void>()
  #shown = idle
  #calls: readonly SeriesCall[] = []
  #isStopped = false

  constructor(runs: Runs, thread: string) {
    this.#runs = runs
    this.#thread = thread
    this.#draft = runs.openDraft(`${thread}.series`)
    void this.#draft.read().then((value) => {
      const left = z.safeParse(Kept, value).data?.left ?? []
      if (this.#shown === idle && left.length > 0) this.#show({ status: 'halted', left, why: 'The page was closed.' })
    })
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly shown = (): SeriesShown => this.#shown

  /** Sends the calls; ignored while others are being sent. Resolves when no more are sent. */
  async send(calls: readonly SeriesCall[], connection: RunConnection): Promise<void> {
    if (this.#shown.status === 'sending') return
    this.#isStopped = false
    this.#calls = calls
    this.#show({ status: 'sending', left: calls })
    const release = await watched(this.#runs, this.#thread)
    const halted = await this.#sendAll(calls, connection)
    release()
    this.#show(halted.left.length > 0 ? halted : idle)
  }

  /** Sends no further call, and stops the one that runs. */
  readonly stop = (): void => {
    this.#isStopped = true
    const { current } = this.#shown
    const run = this.#sentAs(current)
    if (run && isOpen(run.status)) void this.#runs.stop(run.id)
  }

  /** Forgets the calls that are left. */
  readonly discard = (): void => {
    if (this.#shown.status === 'halted') this.#show(idle)
  }

  async #sendAll(calls: readonly SeriesCall[], connection: RunConnection): Promise<SeriesShown> {
    const halted = (at: number, why: string): SeriesShown => ({ status: 'halted', left: calls.slice(at), why })
    for (const [at, { place, draft }] of calls.entries()) {
      if (this.#isStopped) return halted(at, 'Stopped.')
      // Another tab sent it.
      if (this.#sentAs(place)) continue
      this.#show({ status: 'sending', current: place, left: calls.slice(at + 1) })
      const outcome = await this.#runs.start({ ...draft, batch: place, connection })
      if (outcome.status !== 'started') return halted(at, whyNot(outcome))
      // A stop that came before the run was stored.
      if (this.#isStopped) void this.#runs.stop(outcome.id)
      const { status } = await replied(this.#runs, outcome.id)
      const isOver = status === 'completed' || isJob(status)
      if (!isOver) return halted(at + 1, this.#isStopped ? 'Stopped.' : `“${place.name}” ended as ${status}.`)
    }
    return idle
  }

  #sentAs(place: SeriesPlace | undefined): Run | undefined {
    if (!place) return undefined
    return this.#runs.thread(this.#thread).runs.findLast((run) => isPlace(run, place))
  }

  #show(next: SeriesShown): void {
    this.#shown = next
    // The current one too, which a crash may keep from being sent: whether it was is known from the runs.
    const { current, left } = next
    const kept = current ? [...this.#calls.filter(({ place }) => place === current), ...left] : left
    this.#draft.write(kept.length > 0 ? { left: kept } : undefined)
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a run is the call of this place, and may have been sent. */
export function isPlace({ batch, status }: Pick<Run, 'batch' | 'status'>, { id, at }: SeriesPlace): boolean {
  return status !== 'draft' && batch?.id === id && batch.at === at
}

/** Resolves when the runs of a thread are read; they are followed until the returned function is called. */
function watched(runs: Runs, thread: string): Promise<() => void> {
  return new Promise((resolve) => {
    const look = () => runs.thread(thread).loading || resolve(release)
    const release = runs.watchThread(thread, look)
    look()
  })
}

/** Resolves with the run once its reply has ended. */
function replied(runs: Runs, id: string): Promise<Run> {
  return new Promise((resolve) => {
    const look = () => {
      const run = runs.run(id)
      if (!run || isOpen(run.status)) return
      queueMicrotask(release)
      resolve(run)
    }
    const release = runs.watchRun(id, look)
    look()
  })
}

function whyNot(outcome: Exclude<StartOutcome, { status: 'started' }>): string {
  switch (outcome.status) {
    case 'not-saved':
      return outcome.why
    case 'not-connected':
      return outcome.missing === 'key' ? 'The connection needs its key.' : 'Choose a connection.'
    case 'ask':
      return 'An identical request is still running or has an unknown result. Resolve it first.'
    case 'already-open':
      return 'This request is already running here or in another tab.'
  }
}

const byRuns = new WeakMap<Runs, Map<string, Series>>()

/** The series of a tool, by the thread of its runs. */
export function seriesOf(runs: Runs, thread: string): Series {
  const all = byRuns.get(runs) ?? new Map<string, Series>()
  byRuns.set(runs, all)
  const series = all.get(thread) ?? new Series(runs, thread)
  all.set(thread, series)
  return series
}
