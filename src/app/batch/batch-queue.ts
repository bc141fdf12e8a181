import { countOf, recordOf } from '#contract/core/loose-json.ts'
import { isJob } from '#contract/core/statuses.ts'
import type { LedgerChange } from '../ledger/changes.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { underLock } from '../run/life/locks.ts'
import { within, writeTimeout } from '../run/life/run-clock.ts'
import { isOpen } from '../run/life/states.ts'
import { wait } from '../run/life/wait.ts'
import type { Run } from '../run/run.ts'
import { notSaved, type RunConnection, type StartOutcome, Unsendable } from '../run/run-draft.ts'
import type { RunTools } from '../run/run-tools.ts'
import type { Runs } from '../run/runs.ts'
import { planKey } from '../run/stored-draft.ts'
import { toolsOf } from '../run/tools-of.ts'
import { cellDraft, cellId, cellState, isUnsent, modelOf, type Plan, placeRun, readPlan } from './batch-plan.ts'
import { planOfSeries } from './old-series.ts'

/** The place of a cell, as its run has it. */
type Place = NonNullable<RunRow['batch']>

/** What is shown of a plan. Keeps its identity until it changes. */
export interface BatchShown {
  /** `sending`: here or in another tab. `halted`: cells are left, and only a press sends them. */
  readonly status: 'idle' | 'sending' | 'halted'
  readonly plan?: Plan
  /** The last cell that is open. */
  readonly current?: Place
  /** The places that are not sent. */
  readonly left: readonly number[]
  /** Why they are not, as a sentence. */
  readonly why?: string
  /** Why a model gets no further cell, by the model, as a sentence. */
  readonly halts: ReadonlyMap<string, string>
}

/** The cells of one model while they are sent, or, of a plan that is sent in turn, all cells. */
interface Lane {
  readonly places: Iterable<number>
  /** In a row. */
  failures: number
  /** No cell is sent before this time, in ms since 1970. */
  pausedUntil: number
  /** Why no further cell is sent. */
  halted?: string
  /** Why a cell was left out. */
  skipped?: string
}

/** Failures in a row that halt a model. */
const mostFailures = 5

/** Seconds before a model is tried again that refuses for want of capacity: where it says none, and at most. */
const usualPause = 10
const longestPause = 3_600

const busy = 'Another tab is sending its calls.'

/**
 * Sends the cells of a plan, each as a run of its own, and derives from the stored runs which are left. The plan is written once;
 * nothing is sent again by itself. A Web Lock keeps other tabs from sending the same plan; where there is none, the ids of the runs do.
 */
export class BatchQueue {
  readonly #runs: Runs
  readonly #tools: RunTools
  readonly #thread: string
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  /** The newest run of each place. */
  readonly #newest = new Map<number, ReturnType<typeof placeRun>>()
  /** The ids of the runs that this page is sending, by place. */
  readonly #own = new Map<number, string>()
  /** The ids of the runs whose replies have ended here. Until the end is stored, and where the disk is full, their rows say that they are open. */
  readonly #replied = new Set<string>()
  #plan: Plan | undefined
  #isNewer = false
  /** Ends of cells that are being stored; the next cells do not wait for them. */
  #storing: Promise<void>[] = []
  #isSending = false
  #isStopped = false
  #why = 'The page was closed.'
  /** Of the plan that is sent here, or was last, by the model. */
  #lanes: ReadonlyMap<string, Lane> = new Map()
  /** Aborted when no further cell is to be sent, with the reason as a sentence. */
  #halt = new AbortController()
  #shown: BatchShown | undefined

  constructor(runs: Runs, thread: string) {
    this.#runs = runs
    this.#tools = toolsOf(runs)
    this.#thread = thread
    this.#key = planKey(thread)
    this.#tools.ledger.subscribe((change, from, row) => void this.#changed(change, from, row).catch(() => {}))
    void this.#open().catch(() => {})
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly shown = (): BatchShown => {
    this.#shown ??= this.#derive()
    return this.#shown
  }

  /** Whether this page sends cells: another tab's models cannot be stopped one by one. */
  get isSendingHere(): boolean {
    return this.#isSending
  }

  /**
   * Stores a plan, in place of an earlier one of its id, and sends its cells. Resolves once it is stored; rejects, with a sentence, where nothing is
   * sent. `ready` is called before, under the lock, and keeps it from being sent by rejecting.
   */
  begin(plan: Plan, connection: RunConnection, ready = async () => {}): Promise<void> {
    const store = async () => {
      await this.#read()
      if (this.#isNewer) throw new Unsendable('A newer version of Patchbay left calls here. Reload the page.')
      const isOther = this.#plan?.id !== plan.id
      if (isOther && this.shown().left.length > 0)
        throw new Unsendable('Send or discard the calls that were not sent first.')
      await ready()
      await this.#write(plan)
      await this.#take(plan)
    }
    return new Promise((begun, fail) => {
      this.#sendUnderLock(store, connection, begun).then(begun, (error: unknown) => fail(new Error(notSaved(error))))
    })
  }

  /** Sends the cells that are left. Resolves when no more are sent. */
  async send(connection: RunConnection): Promise<void> {
    await this.#sendUnderLock(() => this.#read(), connection).catch((error: unknown) => {
      this.#why = notSaved(error)
    })
    this.#tell()
  }

  /** Sends no further cell, and stops those that are open, in other tabs too. */
  readonly stop = (): void => {
    this.#isStopped = true
    this.#halt.abort('Stopped.')
    const open = [...this.#newest.values()].flatMap(({ id, isOpen }) => (isOpen ? id : []))
    for (const id of new Set([...this.#own.values(), ...open])) void this.#runs.stop(id)
  }

  /** Sends no further cell to a model, and stops those of it that are open. Ignored unless `isSendingHere`. */
  readonly stopModel = (model: string): void => {
    const plan = this.#plan
    const lane = this.#lanes.get(model)
    if (!plan || !lane || !this.#isSending) return
    lane.halted = 'Stopped.'
    for (const [at, id] of this.#own) if (modelOf(plan, at) === model) void this.#runs.stop(id)
    this.#tell()
  }

  /** Forgets the plan; ignored while it is being sent. */
  readonly discard = (): void => {
    if (this.shown().status !== 'sending') void this.#forget()
  }

  async #open(): Promise<void> {
    await this.#read()
    const old = this.#plan || this.#isNewer ? undefined : this.#runs.openDraft(`${this.#thread}.series`)
    const left = old && planOfSeries(await old.read(), this.#thread)
    if (left) await this.#write(left)
    if (left) old.write(undefined)
    old?.close()
    await this.#read()
    if (!this.#isOver()) return
    const forget = async () => {
      await this.#read()
      if (this.#isOver()) await this.#forget()
    }
    await underLock(this.#tools.locks, this.#lock, forget, async () => {})
  }

  /** A crash came between the end of the last cell and the removal of the plan. */
  #isOver(): boolean {
    return this.#plan !== undefined && this.shown().status === 'idle'
  }

  get #lock(): string {
    return `batch:${this.#key}`
  }

  async #sendUnderLock(ready: () => Promise<void>, connection: RunConnection, begun = () => {}): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    this.#isStopped = false
    this.#halt = new AbortController()
    const send = async () => {
      await ready()
      begun()
      await this.#sendAll(connection).catch((error: unknown) => {
        this.#why = notSaved(error)
      })
    }
    try {
      await underLock(this.#tools.locks, this.#lock, send, () => Promise.reject(new Unsendable(busy)))
    } finally {
      this.#isSending = false
      this.#tell()
    }
  }

  async #sendAll(connection: RunConnection): Promise<void> {
    const plan = this.#plan
    if (!plan) return
    const { left } = this.shown()
    const nameOf = (at: number) => (plan.inTurn ? 'all' : modelOf(plan, at))
    const laneOf = (name: string): Lane => {
      const places = left.filter((at) => nameOf(at) === name).values()
      return { places, failures: 0, pausedUntil: 0 }
    }
    this.#lanes = new Map([...new Set(left.map(nameOf))].map((name) => [name, laneOf(name)]))
    const lanes = [...this.#lanes.values()]
    // The senders of a lane share its iterator.
    const senders = lanes.flatMap((lane) => Array.from({ length: plan.concurrency }, () => lane))
    await Promise.all(senders.map((lane) => this.#sendLane(plan, lane, connection)))
    await Promise.all(this.#storing)
    this.#storing = []
    const { aborted, reason } = this.#halt.signal
    const halts = new Set(lanes.flatMap(({ halted, skipped }) => halted ?? skipped ?? []))
    this.#why = aborted ? String(reason) : [...halts].join(' ') || 'Too many requests.'
    if (this.#derive().left.length === 0) await this.#forget()
  }

  async #sendLane(plan: Plan, lane: Lane, connection: RunConnection): Promise<void> {
    const { clock } = this.#tools
    const { signal } = this.#halt
    for (const at of lane.places) {
      while (!signal.aborted && lane.pausedUntil > clock.now())
        await wait(clock, lane.pausedUntil - clock.now(), signal)
      if (signal.aborted || lane.halted !== undefined) return
      const run = await this.#sendCell(plan, lane, at, connection)
      if (run) this.#judge(plan, lane, run)
    }
  }

  /** Sends a cell and gives its run once its reply has ended; undefined where nothing was sent. */
  async #sendCell(plan: Plan, lane: Lane, at: number, connection: RunConnection): Promise<Run | undefined> {
    const next = await this.#nextAttempt(plan, at)
    const draft = next && cellDraft(plan, at, next, connection)
    if (!draft) return undefined
    const { id } = next
    this.#own.set(at, id)
    this.#tell()
    const outcome = await this.#runs.start(draft)
    // Another tab sends the same cell: its reply is waited for.
    const isElsewhere = outcome.status === 'already-open' && outcome.id === id
    const isSent = outcome.status === 'started' || isElsewhere
    const isUnsendable = outcome.status === 'not-saved' && outcome.unsendable === true
    const isOwn = outcome.status === 'ask' || outcome.status === 'already-open' || isUnsendable
    // An equal request that is open or may still be billed, and a request that is too large, concern this cell alone.
    if (!isSent && isOwn && plan.onFailure === 'continue') lane.skipped = whyNot(outcome)
    else if (!isSent) this.#halt.abort(whyNot(outcome))
    // A stop that came before the run was stored.
    if (isSent && this.#isStopped) void this.#runs.stop(id)
    if (outcome.status === 'started') this.#storing.push(outcome.stored)
    const run = await (outcome.status === 'started' ? outcome.replied : isElsewhere && settled(this.#runs, id))
    this.#own.delete(at)
    if (!run) return undefined
    this.#replied.add(id)
    this.#note(run)
    return run
  }

  /** Undefined where the cell has been sent. */
  async #nextAttempt(plan: Plan, at: number) {
    for (let attempt = plan.cells[at]?.attempt ?? 0; ; attempt += 1) {
      const id = cellId(plan.id, at, attempt)
      // Its own id keeps a cell from being sent twice: only where a run of it is known, another attempt may be needed.
      if (!this.#newest.has(at)) return { id, attempt }
      const row = await this.#tools.ledger.get(id)
      if (!row || row.status === 'draft') return { id, attempt }
      this.#note(row)
      if (!isUnsent(row)) return undefined
    }
  }

  /** What the end of a cell means for those that are left. */
  #judge({ onFailure }: Plan, lane: Lane, { status, error, batch }: Run): void {
    const { kind, status: http, retryAfter } = recordOf(error)
    if (status === 'completed' || isJob(status)) lane.failures = 0
    else if (onFailure === 'halt') this.#halt.abort(`“${batch?.name}” ended as ${status}.`)
    else if (http === 429) {
      const seconds = Math.min(countOf(retryAfter) ?? usualPause, longestPause)
      lane.pausedUntil = this.#tools.clock.now() + seconds * 1000
    } else if (http === 402) lane.halted = 'No credits are left.'
    else if (kind === 'network') lane.halted = 'Could not reach the server.'
    else if (status === 'incomplete' || status === 'unconfirmed' || status === 'stopped') lane.failures = 0
    else {
      lane.failures += 1
      if (lane.failures === mostFailures) lane.halted = `${mostFailures} calls in a row failed.`
    }
  }

  #derive(): BatchShown {
    const plan = this.#plan
    const halts = new Map([...this.#lanes].flatMap(([model, { halted }]) => (halted ? [[model, halted]] : [])))
    if (!plan) return { status: this.#isSending ? 'sending' : 'idle', left: [], halts }
    const states = plan.cells.map((cell, at) => cellState(cell, this.#newest.get(at)))
    const left = states.flatMap((state, at) => (state === 'not sent' && !this.#own.has(at) ? at : []))
    const at = [...this.#own.keys()].at(-1) ?? states.lastIndexOf('open')
    const name = plan.cells[at]?.name
    if (name !== undefined)
      return { status: 'sending', plan, left, halts, current: { id: plan.id, at, of: states.length, name } }
    if (this.#isSending) return { status: 'sending', plan, left, halts }
    return left.length > 0 ? { status: 'halted', plan, left, halts, why: this.#why } : { status: 'idle', left, halts }
  }

  async #changed({ kind, id, thread }: LedgerChange, from: 'here' | 'elsewhere', written?: RunRow): Promise<void> {
    if (kind !== 'run' || thread !== this.#thread) return
    const row = written ?? (await this.#tools.ledger.get(id))
    if (!row?.batch) return
    const isElsewhere = from === 'elsewhere' && !this.#isSending
    if (isElsewhere) this.#why = 'Another tab was sending them.'
    if (row.batch.id === this.#plan?.id) this.#note(row)
    else if (isElsewhere) await this.#read()
  }

  /** Reads the plan and its runs. */
  async #read(): Promise<void> {
    const plan = readPlan(await this.#tools.ledger.readDraft(this.#key))
    this.#isNewer = plan === 'newer'
    await this.#take(plan === 'newer' ? undefined : plan)
  }

  async #take(plan: Plan | undefined): Promise<void> {
    const rows = plan ? (await this.#tools.ledger.thread(plan.shared.thread)).rows : []
    this.#plan = plan
    this.#newest.clear()
    for (const row of rows) if (row.batch && row.batch.id === plan?.id) this.#note(row)
    this.#tell()
  }

  async #write(plan: Plan | undefined): Promise<void> {
    const { clock, ledger } = this.#tools
    await within(clock, writeTimeout(), ledger.writeDraft(this.#key, plan))
  }

  async #forget(): Promise<void> {
    await this.#take(undefined)
    await this.#write(undefined).catch(() => {})
  }

  #note(row: RunRow): void {
    const { at } = row.batch ?? {}
    if (at === undefined || (this.#newest.get(at)?.seq ?? 0) > row.seq) return
    const run = placeRun(row)
    const isOver = run.state === 'open' && this.#replied.has(row.id)
    this.#newest.set(at, isOver ? { ...run, isOpen: false, state: 'done' } : run)
    this.#tell()
  }

  #tell(): void {
    this.#shown = undefined
    for (const listener of this.#listeners) listener()
  }
}

/** Resolves with a run of another tab once it has ended. */
function settled(runs: Runs, id: string): Promise<Run> {
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

function whyNot(outcome: StartOutcome): string {
  switch (outcome.status) {
    case 'not-saved':
      return outcome.why
    case 'not-connected':
      return outcome.missing === 'key' ? 'The connection needs its key.' : 'Choose a connection.'
    case 'ask':
      return 'An identical request is still running or has an unknown result. Resolve it first.'
    case 'already-open':
    case 'started':
      return 'This request is already running here or in another tab.'
  }
}

const byRuns = new WeakMap<Runs, Map<string, BatchQueue>>()

/** The queue of the plans whose runs have this thread; one for each page. */
export function batchQueueOf(runs: Runs, thread: string): BatchQueue {
  const all = byRuns.get(runs) ?? new Map<string, BatchQueue>()
  byRuns.set(runs, all)
  const queue = all.get(thread) ?? new BatchQueue(runs, thread)
  all.set(thread, queue)
  return queue
}
