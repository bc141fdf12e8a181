import { defined, listOf, recordOf } from '#contract/core/loose-json.ts'
import { routeOf } from '#contract/routes.ts'
import { sentHead } from '../../client/send/outgoing.ts'
import type { Asset, NewRun, RunBody, RunRow } from '../../ledger/run-row.ts'
import type { Run } from '../run.ts'
import { type RunDraft, type StartOutcome, unsaved } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { intentOf } from './hashes.ts'
import { lockOf, underLock } from './locks.ts'
import { stampOf, within, writeTimeout } from './run-clock.ts'
import { notSent, type Stamp } from './states.ts'
import { type LiveRun, type Publisher, streamRun } from './stream-run.ts'

/** A run as stored before it is sent. */
interface Written {
  readonly row: NewRun
  readonly body: RunBody
  readonly draft: RunDraft
  readonly files: readonly Asset[]
}

type Settle = (outcome: StartOutcome) => void

// Ms: an equal request within this time counts as the same press (double click, two tabs).
const samePress = 1_000

// Ms: the lock is held this long at least, so that the second click of a double click finds it taken.
const linger = 300

/**
 * The only code that sends. Steps: take the lock, store the row as `sending`, send. A failure before the last step means that nothing was
 * sent. One write, not one for each status: a crash before its commit leaves nothing, and one after it may have been after the send in
 * either case. Those of this page are in `liveRuns`.
 */
export function createStart(tools: RunTools, liveRuns: Map<string, LiveRun>, publisher: Publisher) {
  const { ledger, clock, locks } = tools

  async function send({ row, body, draft, files }: Written, settle: Settle): Promise<void> {
    const { abort } = liveRuns.get(row.id) ?? { abort: new AbortController() }
    let rested: Promise<void> | undefined
    const { connection, endpoint, request, parts } = draft
    liveRuns.set(row.id, { abort, connection })
    try {
      const prepared = await within(clock, writeTimeout(files), ledger.prepare(row, body, files))
      if (prepared.status === 'already-open') return settle(meeting(prepared.row, draft, clock.now()))
      const options = { signal: abort.signal, idempotencyKey: row.id, ...(parts && { parts }) }
      const chunks = () => tools.connect(connection).stream(endpoint, request, options)
      let tried = () => {}
      // The end of a job is tried again until it is stored.
      const stored = new Promise<void>((done) => {
        tried = done
      })
      const publish = (run: Run) => {
        if (run.live === undefined) liveRuns.delete(run.id)
        if (run.live === undefined) tried()
        publisher.publish(run)
      }
      let end = (_: Run) => {}
      const replied = new Promise<Run>((done) => {
        end = done
      })
      const stream = { row: prepared.row, body, connection, abort, chunks }
      const streamed = streamRun(tools, stream, { ...publisher, publish, replied: end })
      settle({ status: 'started', id: row.id, replied, stored })
      rested = new Promise((done) => void clock.after(linger, done))
      await streamed
    } catch (error) {
      settle(unsaved(error))
      liveRuns.delete(row.id)
      // A write that took too long has stored the row after all.
      if (rested === undefined) await ledger.update(row.id, (stored) => notSent(stored, stampOf(clock))).catch(() => {})
    } finally {
      liveRuns.delete(row.id)
    }
    await rested
  }

  /** The lock is taken: looks up the holder in the ledger, which has none yet, or the one that is repeated, where the other press has only begun. */
  async function met(intent: string, draft: RunDraft): Promise<StartOutcome> {
    const holder = (await ledger.openRuns()).find((row) => row.open === intent)
    const hasBegun = holder !== undefined && holder.id !== draft.repeats
    return hasBegun ? meeting(holder, draft, clock.now()) : { status: 'already-open' }
  }

  /** Shows a run before its long request is hashed and stored, where the code for it loads. Resolves with what takes it back. */
  async function shown(given: RunDraft, id: string, stamp: Stamp): Promise<() => void> {
    const loaded = await import('./announce.ts').catch(() => undefined)
    const row = newRun(given, { id, intent: '', pressed: stamp, sending: stamp })
    return (await loaded?.announce(tools, { row, draft: given }, liveRuns, publisher)) ?? (() => {})
  }

  async function pressed(given: RunDraft, stamp: Stamp): Promise<StartOutcome> {
    const id = given.id ?? tools.newId()
    const takeBack = given.id === undefined && isLong(given) ? await shown(given, id, stamp) : () => {}
    const outcome = await store(given, id, stamp).catch(unsaved)
    if (outcome.status !== 'started') takeBack()
    return outcome
  }

  async function store(given: RunDraft, id: string, stamp: Stamp): Promise<StartOutcome> {
    const { draft, kept, parts, files: sent } = await withInputs(given, id, tools)
    const files = [...sent, ...keptFiles(given, id, sent, tools)]
    const intent = await intentOf(kept, parts, tools.sha256)
    const row = newRun(draft, { id, intent, pressed: stamp, sending: stampOf(clock) })
    const body = bodyOf(kept, id, parts)
    return await new Promise((settle, fail) => {
      const work = () => send({ row, body, draft, files }, settle)
      const taken = async () => settle(await met(row.intent, draft))
      underLock(locks, lockOf(row), work, taken).catch(fail)
    })
  }

  return async (draft: RunDraft): Promise<StartOutcome> => {
    const { missing } = draft.connection
    if (missing !== undefined) return { status: 'not-connected', missing }
    return await pressed(draft, stampOf(clock))
  }
}

/** A draft with its files, and as it is stored. */
interface Inputs {
  readonly draft: RunDraft
  readonly kept: RunDraft
  readonly parts?: RunBody['parts']
  readonly files: readonly Asset[]
}

/** Replaces files by their hashes in the stored copy. A chat without files is stored unchanged, which avoids a lazy import. */
async function withInputs(given: RunDraft, id: string, { ledger, newId }: RunTools): Promise<Inputs> {
  const lifting = () => import('../lifted-request.ts')
  if (given.parts) {
    const { held, parts, assets } = await (await lifting()).liftParts(id, given.parts, newId)
    const draft = { ...given, parts: held }
    return { draft, kept: draft, parts, files: assets }
  }
  if (routeOf(given.endpoint)?.vocabulary === 'response' && !holdsFiles(given.request))
    return { draft: given, kept: given, files: [] }
  const { sent, request, assets } = await (await lifting()).liftDraft({ ledger, newId }, given, id)
  return { draft: { ...given, request: sent }, kept: { ...given, request }, files: assets }
}

/** Items of an input that takes longer than a frame to hash and to store. */
const manyItems = 200

/** Without new files, which a view finds when they are stored. */
const isLong = ({ request, files = [] }: RunDraft) =>
  listOf(recordOf(request).input).length > manyItems && files.length === 0

/** The files that are not sent; those that are sent too are stored once. */
function keptFiles(
  { keeps = [] }: RunDraft,
  run: string,
  sent: readonly Asset[],
  { newId }: RunTools,
): readonly Asset[] {
  const isSent = (sha256: string) => sent.some((asset) => asset.sha256 === sha256)
  return keeps
    .filter(({ sha256 }) => !isSent(sha256))
    .map(({ blob, ...file }) => ({ ...file, blob, id: newId(), run, role: 'kept', type: blob.type, size: blob.size }))
}

/** Detects data URLs and sounds, with base64 or with a hash. A false positive only costs a closer look. */
const holdsFiles = (request: unknown) => /;base64,|"input_audio":/i.test(JSON.stringify(request) ?? '')

function bodyOf(draft: RunDraft, id: string, parts: RunBody['parts']): RunBody {
  const { endpoint, connection, request, turn } = draft
  const sent = sentHead(connection, endpoint, {
    request,
    idempotencyKey: id,
    ...(draft.parts && { parts: draft.parts }),
  })
  return { id, request: parts === undefined ? request : undefined, ...defined({ parts, turn, sent }) }
}

function meeting(existing: RunRow, draft: RunDraft, now: number): StartOutcome {
  const age = Math.abs(now - (existing.log[0]?.at ?? 0))
  const same = existing.id === draft.id || age < samePress
  return same ? { status: 'already-open', id: existing.id } : { status: 'ask', existing }
}

/** The first row of a run. It holds nothing of the connection's key but `keyHint`. */
function newRun(
  draft: RunDraft,
  { id, intent, pressed, sending }: Pick<RunRow, 'id' | 'intent'> & Record<'pressed' | 'sending', Stamp>,
): NewRun {
  const { endpoint, model, title, tool, batch, thread, parent, repeats, price } = draft
  const { name, baseUrl, keyHint } = draft.connection
  return {
    ...{ id, intent, open: intent, endpoint, model, title, status: 'sending' },
    ...defined({ tool, batch, thread, parent, repeats, price }),
    connection: { name, baseUrl, ...defined({ keyHint }) },
    log: [
      { status: 'prepared', ...pressed },
      { status: 'sending', ...sending },
    ],
  }
}
