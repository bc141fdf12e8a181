import { isJob } from '#contract/core/statuses.ts'
import { sha256Hex } from '#media/sha256.ts'
import type { RecordedRun, RunRecord } from '../../run/history/run-record-schema.ts'
import { hasReplied } from '../../run/life/states.ts'
import { rest } from '../../run/slices.ts'
import { isLabThread, isStageThread } from '../../run/stored-draft.ts'
import { plainSent } from '../record/run-facts.ts'

const goodId = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/

export interface Ids {
  readonly isTaken: (id: string) => boolean
  /** Whether the stored run of the same id has the same content. */
  readonly isHere?: (record: RunRecord) => Promise<boolean>
  /** A new id, derived from `origin`: equal origins give equal ids, so that a run imported under a new id is recognized the next time. */
  readonly create: (origin: string) => string
}

export interface FreshRuns {
  readonly records: readonly RunRecord[]
  readonly renamed: ReadonlyMap<string, string>
  readonly here: readonly string[]
}

/** Hash of a run's content without its ids and without name, verdict, note and tags. */
export function contentHash({ run, sent, events, result, assets }: RunRecord): string {
  const { endpoint, model, log } = run
  const { method, url, body } = plainSent(sent)
  const steps = log.map(({ status, at }) => [status, at])
  const files = assets.map(({ role, sha256 }) => `${role} ${sha256}`).toSorted()
  const whole = [endpoint, oneLine(model, 300), steps, method, url, body, events, result.outputs, files]
  return sha256Hex(new TextEncoder().encode(JSON.stringify(whole)))
}

/** Replaces ids in use, repeated or malformed, and drops stored runs. A thread with a renamed run gets a new id, unless it is that of a plan or of the stage. */
export async function withFreshIds(
  records: readonly RunRecord[],
  { isTaken, isHere = async () => false, create }: Ids,
): Promise<FreshRuns> {
  const renamed = new Map<string, string>()
  const used = new Set<string>()
  const here: string[] = []
  const isFree = (id: string) => goodId.test(id) && !used.has(id) && !isTaken(id)
  const fresh: { readonly id: string; readonly record: RunRecord }[] = []
  for (const record of records) {
    const { id } = record.run
    const isKnown = goodId.test(id) && !used.has(id) && isTaken(id) && (await isHere(record))
    const now = isKnown || isFree(id) ? id : create(`${id} ${contentHash(record)}`)
    if (now !== id) renamed.set(id, now)
    if (isKnown || !isFree(now)) here.push(now)
    else fresh.push({ id: now, record })
    used.add(now)
    await rest()
  }
  for (const { id, record } of fresh) {
    const { thread } = record.run
    const isOther = id !== record.run.id && !isLabThread(thread) && !isStageThread(thread)
    if (thread !== undefined && !renamed.has(thread) && (isOther || !goodId.test(thread)))
      renamed.set(thread, create(`thread ${thread}`))
  }
  const assetId = (old: string, run: string, at: number) => {
    const now = isFree(old) ? old : create(`file ${at} of ${run}`)
    used.add(now)
    if (now !== old) renamed.set(old, now)
    return now
  }
  const follow = (id: string) => renamed.get(id) ?? id
  const moved = fresh.map(({ id, record }): RunRecord => {
    const { run } = record
    const links = Object.fromEntries(
      (['thread', 'parent', 'repeats'] as const).flatMap((name) =>
        run[name] === undefined ? [] : [[name, follow(run[name])]],
      ),
    )
    const assets = record.assets.map((asset, at) => ({ ...asset, id: assetId(asset.id, id, at) }))
    return { ...record, run: { ...run, ...links, id }, assets }
  })
  return { records: moved, renamed, here }
}

/** Marks of writing direction, and controls other than tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are taken out.
const marks = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** A text in one line of at most `most` characters, without controls and marks of writing direction. */
export const oneLine = (text: string, most: number) =>
  text.replace(marks, '').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()

const latest = 8.64e15
const longestAddress = 8192

/**
 * What is known of a job, as far as it can be true. A job that goes on is not watched until a person asks about it: this browser may have no
 * key for its router, and another one may be watching it.
 */
function cleanJob({ status, jobState = {}, polling = {} }: RecordedRun): Pick<RecordedRun, 'jobState' | 'polling'> {
  const { word, content, statusUrl = '', noStatus: _, ...told } = jobState
  const { trouble, unwatched: __, pressedAt: ___, ...asked } = polling
  return {
    jobState: {
      ...saneNumbers(told),
      ...(word !== undefined && { word: oneLine(word, 100) }),
      ...(content !== undefined && { content }),
      ...(statusUrl !== '' && statusUrl.length <= longestAddress && { statusUrl }),
    },
    polling: {
      ...saneNumbers(asked),
      ...(trouble !== undefined && { trouble: oneLine(trouble, 500) }),
      ...(isJob(status) && { unwatched: 'yes' as const }),
    },
  }
}

const saneNumbers = (numbers: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(numbers).filter(([name, value]) => value >= 0 && value <= (name === 'progress' ? 100 : latest)),
  )

/** A run from a bundle, safe to list; one that was open when it was exported counts as interrupted. */
export function cleanRun(run: RecordedRun): RecordedRun {
  return {
    ...run,
    ...(!hasReplied(run.status) && { status: 'interrupted', reason: 'exported while open' }),
    title: oneLine(run.title, 300),
    model: oneLine(run.model, 300),
    endpoint: oneLine(run.endpoint, 100),
    ...(run.tool !== undefined && { tool: oneLine(run.tool, 100) }),
    ...(run.batch && { batch: { ...run.batch, name: oneLine(run.batch.name, 300) } }),
    connection: { ...run.connection, name: oneLine(run.connection.name, 100) },
    ...((run.jobState || run.polling || isJob(run.status)) && cleanJob(run)),
    ...(run.name !== undefined && { name: oneLine(run.name, 300) }),
    ...(run.conversation && {
      conversation: {
        ...run.conversation,
        ...(run.conversation.title !== undefined && { title: oneLine(run.conversation.title, 300) }),
      },
    }),
    ...(run.tags && { tags: [...new Set(run.tags.map((tag) => oneLine(tag, 100)))].filter((tag) => tag !== '') }),
  }
}
