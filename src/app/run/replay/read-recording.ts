import { useCallback } from 'react'
import { runRecord, type StoredRecord } from '../history/run-record.ts'
import { withoutPolls } from '../jobs/polls.ts'
import { sha256Of } from '../life/hashes.ts'
import { readerFor } from '../load-run.ts'
import { answerText } from '../result.ts'
import type { Run } from '../run.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { timeTaken } from '../time-taken.ts'
import { keepTools, toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import { type Recording, timelineOf } from './replay.ts'

/** `gone`: there is no such run any more; `unfinished`: it did not complete. */
export type RecordingReading = Recording | 'gone' | 'unfinished'

/** Reads a run with its stored events, which go through the reader that read them when they came. Never rejects. @internal */
export async function readRecording(
  tools: Pick<RunTools, 'ledger' | 'createReader'>,
  id: string,
): Promise<RecordingReading> {
  const record = await runRecord(tools, id).catch(() => undefined)
  if (record === undefined || record.run.deleted !== undefined) return 'gone'
  const { run, events, assets } = record
  if (run.status !== 'completed') return 'unfinished'
  const raw = withoutPolls(events)
  const reader = await readerFor(run, tools.createReader, run).catch(() => undefined)
  const steps = reader ? raw : []
  const hasTimes = steps.length > 0 || isOfBytes(run)
  const end = hasTimes ? (timeTaken(run) ?? raw.at(-1)?.at ?? 0) : 0
  return {
    ...{ run, assets, hashes: await hashesOf(record) },
    ...timelineOf(steps, (one) => reader?.push(one) ?? [], end),
  }
}

/** Whether the reply was a file, of which no event is stored. */
const isOfBytes = ({ reply }: Run) =>
  reply?.headers.some(([name, value]) => /^content-type$/i.test(name) && /^(?:audio|video|image)\//i.test(value)) ===
  true

async function hashesOf({ result, assets }: StoredRecord): Promise<Recording['hashes']> {
  const text = answerText(result)
  const files = assets.flatMap(({ role, type, sha256 }) => (role === 'output' ? [{ what: type, sha256 }] : []))
  return text === '' ? files : [{ what: 'Text', sha256: await sha256Of(new TextEncoder().encode(text)) }, ...files]
}

/** The function that reads a recording of this browser. Keeps its identity; what it returns never rejects. */
export function useReadRecording(): (id: string) => Promise<RecordingReading> {
  const tools = toolsOf(useRuns())
  return useCallback((id) => readRecording(tools, id), [tools])
}

/**
 * The page's runs for the views of a replay: what the run received is withheld from them while it is played, since a view would show it before
 * its time. What the reply has named so far comes with the run itself (`fresh`).
 */
export function runsOfReplay(runs: Runs, isOver: () => boolean): Runs {
  const tools = toolsOf(runs)
  const history = async () => {
    const whole = await tools.ledger.history()
    const assets: typeof whole.assets = async (id) =>
      (await whole.assets(id)).filter(({ role }) => role !== 'output' || isOver())
    return { ...whole, assets }
  }
  const own = { ...runs }
  keepTools(own, { ...tools, ledger: { ...tools.ledger, history } })
  return own
}
