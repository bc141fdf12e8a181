import { isEndpoint, jobReadsOf } from '#contract/routes.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import { saysUnfinished } from '../../client/download/download.ts'
import { nextStep } from '../../client/send/retry-table.ts'
import { notLoaded } from '../../client/send/stream-reply.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Transfer } from '../follow/follow.ts'
import { withFiles } from '../life/progress.ts'
import { wait } from '../life/wait.ts'
import type { Run } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { type CompletedJob, type ContentOutcome, fetchContent } from './content.ts'
import { failedEnd, isFollowed, type JobEnd } from './job-steps.ts'
import { endedJob } from './poll-log.ts'
import { type JobOutcome, settleJob } from './settle-job.ts'

/** A download that has begun, or waits for the tab that does it. */
interface Begun {
  readonly abort: AbortController
  /** Tries again to store what could not be stored. */
  retry: () => void
}

/**
 * Downloads the content of completed jobs, each in one tab at a time. `changed` is called when a transfer changes; `publish` shows a run
 * whose end could not be stored. The Web Lock `content:` and the run's id is held meanwhile, and every tab waits for it: where the tab that
 * downloads is closed, the next begins anew.
 */
export function createContentFetcher(tools: RunTools, changed: () => void, publish: (run: Run) => void) {
  const { ledger, locks, clock } = tools
  const begun = new Map<string, Begun>()
  const transfers = new Map<string, Transfer>()
  let isClosed = false

  function show(id: string, transfer: Transfer | undefined): void {
    if (transfer === undefined) transfers.delete(id)
    else transfers.set(id, transfer)
    changed()
  }

  async function work(id: string, connection: RunConnection, one: Begun): Promise<void> {
    const { signal } = one.abort
    const row = await ledger.get(id)
    if (row === undefined || !isFollowed(row) || signal.aborted) return
    const outcome = await downloadContent(tools, row, connection, { signal, show: (transfer) => show(id, transfer) })
    if (isClosed) return
    show(id, undefined)
    const outputs = withFiles([], outcome.files, { run: id, newId: tools.newId })
    for (let isShown = false; ; isShown = true) {
      const run = await settleJob(tools, id, outcome, outputs)
      if (run === undefined) return
      if (!run.saved || isShown) publish(run)
      if (run.saved) return
      // The lock is held, so that no other tab downloads again what this one shows.
      await new Promise<void>((retry) => {
        one.retry = retry
        clock.after(storePause, retry)
      })
      if (isClosed) return
    }
  }

  /** Begins unless it has begun; tries again to store what could not be stored. */
  function begin(id: string, connection: RunConnection): void {
    const before = begun.get(id)
    before?.retry()
    if (before !== undefined) return
    const one: Begun = { abort: new AbortController(), retry: () => {} }
    begun.set(id, one)
    const hold = () => work(id, connection, one)
    const held = locks === undefined ? hold() : locks.request(`content:${id}`, {}, hold)
    const over = () => {
      begun.delete(id)
      if (transfers.has(id)) show(id, undefined)
    }
    void held.then(over, () => {
      over()
      // The ledger could not be read.
      clock.after(storePause, () => isClosed || begin(id, connection))
    })
  }

  return {
    begin,
    transferOf: (id: string): Transfer | undefined => transfers.get(id),
    cancel: (id: string): void => begun.get(id)?.abort.abort(),
    close(): void {
      isClosed = true
      for (const { abort } of begun.values()) abort.abort()
    },
  }
}

/** Ms before the ledger is tried again. */
const storePause = 30_000

/** Ms for which content is waited for that is not ready, or whose router gives no usable answer. */
const usualLimit = 10 * 60_000
/** The same where the answer does not say that the work goes on: a 404, a web page, an empty reply. */
const vagueLimit = 2 * 60_000
const shortLimit = 10_000
const longLimit = 24 * 3_600_000
/** Ms between two tries where the router does not say; growing with the wait. */
const pause = 5_000
const longestPause = 30_000
const longestAway = 300_000
const shortestPause = 2_000

interface DownloadOptions {
  readonly signal: AbortSignal
  readonly show: (transfer: Transfer) => void
}

/** Downloads what a job has made: the one content of its route, or without a route what is at each of its addresses. */
async function downloadContent(
  tools: RunTools,
  row: RunRow,
  connection: RunConnection,
  options: DownloadOptions,
): Promise<JobOutcome> {
  const { id, job = '', endpoint } = row
  if (!isEndpoint(endpoint)) return notDownloaded()
  const ended = await endedJob(tools.ledger, id)
  const {
    job: { addresses = [] },
    results,
  } = ended
  const isOne = jobReadsOf(endpoint)?.content !== undefined || results.length < 2
  const all: JobOutcome[] = []
  for (const some of isOne ? [addresses] : results.slice(0, mostResults).map((one) => [one])) {
    if (options.signal.aborted) return notDownloaded()
    const source = { connection, job, endpoint, addresses: some }
    const found = await downloadOne(tools, row, source, options)
    const label = ended.names.get(some[0] ?? '')
    const media = found.media.map((one) => ({ ...one, index: all.length, ...(label !== undefined && { label }) }))
    all.push({ ...found, media })
  }
  const end = ended.job.state === 'failed' ? failedEnd(ended.job) : all.find((one) => one.end)?.end
  return {
    media: all.flatMap(({ media }) => media),
    files: all.flatMap(({ files }) => files),
    ...(end && { end }),
  }
}

/** Results of one job that are fetched. */
const mostResults = 40

/** Downloads one result, and waits for it where it is not ready. */
async function downloadOne(
  { clock, download }: RunTools,
  row: RunRow,
  source: CompletedJob,
  { signal, show }: DownloadOptions,
): Promise<JobOutcome> {
  const { endpoint } = source
  let why = {}
  for (let waited = 0; ; ) {
    show({ state: 'fetching', received: 0 })
    const onProgress = (progress: Transfer) => show(progress.state === 'waiting' ? { ...progress, ...why } : progress)
    const outcome = await fetchContent(download, source, { signal, onProgress })
    const asked = waitAskedFor(endpoint, outcome)
    const most = waitLimitOf(outcome)
    const ms = Math.max(
      shortestPause,
      (asked ?? 0) * 1000 || Math.min(waited > usualLimit ? longestAway : longestPause, pause + waited / 10),
    )
    // What was waited counts, not the clock: the machine may have slept.
    if (asked === undefined || waited + ms > most) return outcomeOf(outcome, row, clock.now())
    waited += ms
    why = { trouble: troubleIn(outcome) }
    show({ state: 'waiting', received: 0, ...why })
    await wait(clock, ms, signal)
    if (signal.aborted) return notDownloaded()
  }
}

/** Seconds after which the router wants to be asked again, 0 where it does not say; undefined for an outcome that is final. */
function waitAskedFor(endpoint: string, outcome: ContentOutcome): number | undefined {
  if (outcome.status === 'elsewhere') return outcome.route ? waitAskedFor(endpoint, outcome.route) : 0
  if (outcome.status === 'not-ready') return outcome.error.retryAfter ?? 0
  if (outcome.status !== 'failed') return undefined
  // A part of the app comes from a router, too, which may be away for a moment.
  const isRepeated =
    outcome.error === notLoaded || nextStep(jobReadsOf(endpoint)?.content ?? endpoint, outcome.error) === 'repeat'
  return isRepeated ? (outcome.error.retryAfter ?? 0) : undefined
}

/** Ms for which it is tried: a day where the router is away; briefly where only another host does not answer, most often by its rules. */
function waitLimitOf(outcome: ContentOutcome): number {
  if (outcome.status === 'elsewhere') return outcome.route ? waitLimitOf(outcome.route) : shortLimit
  if (!('error' in outcome)) return usualLimit
  const { kind, status, retryAfter } = outcome.error
  if (kind === 'network' && outcome.status === 'failed') return longLimit
  const isVague = status !== undefined && (status < 300 || status === 404) && retryAfter === undefined
  return isVague && status !== 202 && !saysUnfinished(outcome.error) ? vagueLimit : usualLimit
}

/** Why a try gave no file, as a sentence. */
function troubleIn(outcome: ContentOutcome): string | undefined {
  if (outcome.status === 'elsewhere') return outcome.route ? troubleIn(outcome.route) : outcome.trouble
  if (!('error' in outcome)) return undefined
  const { kind, status = 0, message } = outcome.error
  if (kind === 'network') return 'Could not reach the router.'
  return status < 400 || message.includes(String(status)) ? message : `HTTP ${status}: ${message}`
}

function outcomeOf(outcome: ContentOutcome, { jobState }: RunRow, now: number): JobOutcome {
  switch (outcome.status) {
    case 'file':
      return { media: [{ kind: 'media', index: 0, sha256: outcome.file.sha256 }], files: [outcome.file] }
    case 'elsewhere':
      return { media: [{ kind: 'media', index: 0, url: outcome.url, trouble: outcome.trouble }], files: [] }
    case 'gone': {
      const isExpired = outcome.error.status === 410 || (jobState?.expiresAt ?? Number.POSITIVE_INFINITY) <= now
      return without({ status: 'failed', reason: isExpired ? 'expired' : 'content gone', error: outcome.error })
    }
    case 'not-ready':
    case 'failed':
      return notDownloaded(outcome.error)
    case 'cancelled':
      return notDownloaded()
  }
}

function notDownloaded(error?: ErrorFacts): JobOutcome {
  return without({ status: 'interrupted', reason: 'not downloaded', ...(error && { error }) })
}

const without = (end: JobEnd): JobOutcome => ({ media: [], files: [], end })
