import type { Chunk, ReplyHead } from '../client/exchange.ts'
import type { RunEvent } from '../client/read/run-event.ts'
import type { Ending, Ledger } from '../ledger/ledger.ts'
import type { Asset, RunBody, RunRow } from '../ledger/run-row.ts'
import { patienceFor, stampOf, within } from './clock.ts'
import type { RunDraft } from './draft.ts'
import { endingOf } from './ending-of.ts'
import { outputOf } from './output-of.ts'
import { isSuccess, withChunk, withEnd, withHead, withoutEnd } from './progress.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type RunResult } from './result.ts'
import { type Run, toRun } from './run.ts'
import type { RunTools } from './run-tools.ts'
import { createScreen } from './screen.ts'
import { watchSilence } from './watch-silence.ts'
import { withFiles } from './with-files.ts'

/** A run that is durable as `sending` and about to be sent. */
export interface Sending {
  readonly row: RunRow
  readonly body: RunBody
  readonly draft: RunDraft
  readonly abort: AbortController
}

/**
 * Sends one run, once, and carries it to its end: records what comes, shows it at most once a frame, and saves row and result
 * before the end is shown. Never rejects.
 */
export async function carry(tools: RunTools, sending: Sending, publish: (run: Run) => void): Promise<void> {
  const { ledger, clock } = tools
  const { body, draft, abort } = sending
  const since = clock.mono()
  let row = sending.row
  let result = emptyResult
  let news: RunEvent[] = []
  let head: ReplyHead | undefined
  let outputs: readonly Asset[] = []
  /** What the ledger holds of them already. */
  const kept: Promise<readonly Asset[]>[] = []
  const recorder = createRecorder(ledger, row.id, clock)
  const silence = watchSilence(clock, draft.connection.own, (verdict) => {
    if (verdict === 'over') abort.abort()
    screen.show()
  })
  const screen = createScreen(tools.frame, draw)
  const forgetHide = tools.onHide(() => void recorder.flush().catch(() => {}))
  draw()

  /** Read once a frame, since many outputs cost something each time. */
  function readNews(): void {
    result = reduce(result, news)
    news = []
  }

  function draw(): void {
    readNews()
    publish({
      ...toRun(row, { ...body, ...endingOf(result, head) }, result),
      live: { since, stalled: silence.verdict() !== 'quiet' },
      ...(outputs.length > 0 && { fresh: outputs }),
    })
  }

  function take(chunk: Chunk): void {
    silence.heard()
    if (chunk.kind === 'head') {
      head = chunk.head
      const stamp = stampOf(clock)
      row = withHead(row, chunk.head, stamp)
      if (isSuccess(chunk.head)) silence.begin()
      // Not waited for: the text must not wait for the disk. Should it fail, the ending is written all the same.
      void ledger.update(row.id, (stored) => withHead(stored, chunk.head, stamp)).catch(() => {})
    } else {
      row = { ...row, times: withChunk(row.times ?? {}, chunk, clock.mono() - since) }
      for (const event of chunk.events) news.push(event)
      if (chunk.files) {
        const before = outputs.length
        outputs = withFiles(outputs, chunk.files, { run: row.id, newId: tools.newId })
        kept.push(keep(ledger, row.id, outputs.slice(before)))
      }
      recorder.add(chunk.raw)
    }
    screen.show()
  }

  try {
    const { stream } = tools.connect(draft.connection)
    const { parts } = draft
    const options = { signal: abort.signal, idempotencyKey: row.id, ...(parts && { parts }) }
    for await (const chunk of stream(draft.endpoint, draft.request, options)) take(chunk)
  } catch (error) {
    // The client promises not to throw; were it to, the run must end nevertheless.
    result = { ...result, error: { kind: 'contract', message: String(error) } }
  }
  silence.end()
  readNews()
  result = ended(result, silence.verdict() === 'over', abort.signal.aborted)
  row = { ...row, times: { ...row.times, end: clock.mono() - since } }
  const ending = { ...endingOf(result, head), outputs }
  const saved = await save(tools, recorder, kept, row, result, ending)
  screen.end()
  forgetHide()
  const last = toRun(saved ?? withEnd(row, result, stampOf(clock)), { ...body, ...ending }, result)
  publish({ ...last, saved: saved !== undefined, ...(saved === undefined && { fresh: outputs }) })
}

function ended(result: RunResult, silent: boolean, stopped: boolean): RunResult {
  const status = result.end?.status
  if (silent && (status === undefined || status === 'stopped')) {
    return { ...result, end: { status: 'interrupted', reason: 'stalled' } }
  }
  if (status !== undefined) return result
  return stopped ? { ...result, end: { status: 'stopped' } } : withoutEnd(result)
}

/** What the ledger holds now of these; what it refuses is offered again with the ending. */
async function keep(ledger: Ledger, run: string, fresh: readonly Asset[]): Promise<readonly Asset[]> {
  try {
    await (await ledger.history()).keep(run, fresh)
    return fresh
  } catch {
    return []
  }
}

/** The row as it is stored, or undefined where it could not be. */
async function save(
  { ledger, clock }: RunTools,
  recorder: Recorder,
  kept: readonly Promise<readonly Asset[]>[],
  row: RunRow,
  result: RunResult,
  ending: Ending,
): Promise<RunRow | undefined> {
  const stamp = stampOf(clock)
  async function write(): Promise<RunRow | undefined> {
    // Where the last events find no place, the result, which says the same, may still.
    await recorder.flush().catch(() => {})
    const learnt = { ...(row.times && { times: row.times }), output: await outputOf(result) }
    const there = (await Promise.all(kept)).flat()
    const outputs = ending.outputs?.filter((asset) => !there.includes(asset)) ?? []
    return await ledger.finish(row.id, (stored) => withEnd(stored, result, stamp, learnt), { ...ending, outputs })
  }
  return await within(clock, patienceFor(ending.outputs), write()).catch(() => undefined)
}
