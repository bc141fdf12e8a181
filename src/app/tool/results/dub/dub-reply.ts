import { contentNames } from '#contract/core/job.ts'
import { isRecord, type JsonRecord, jsonIn, listOf, nonBlankOf, recordOf } from '#contract/core/loose-json.ts'

/** What is said in a part of a dub; times in seconds. */
export interface DubPart {
  readonly start: number
  readonly end: number
  readonly text: string
  /** What was said there before, where the router gives it. */
  readonly source?: string
}

/** What a router last said of a dub, by the codes of its languages. */
export interface DubReply {
  readonly languages: readonly { readonly code: string; readonly isReady: boolean }[]
  readonly parts: ReadonlyMap<string, readonly DubPart[]>
}

/** Read from the stored replies of a run, the newest that says something of the job. What has another shape is left out. */
export function readDubReply(events: readonly { readonly data: string }[]): DubReply {
  const replies = events.toReversed().map(({ data }) => jsonIn(data))
  const last = replies.filter(isRecord).find((reply) => !('error' in reply && reply.status === undefined)) ?? {}
  const reply = isRecord(last.data) ? last.data : last
  const ready = new Set(contentNames(last).values())
  const named = listOf(reply.target_languages).flatMap((one) => codeIn(one) ?? [])
  const all = [...new Set([...named, ...ready])]
  return {
    languages: all.map((code) => ({ code, isReady: ready.has(code) })),
    parts: new Map(Object.entries(recordOf(reply.transcripts)).map(([code, list]) => [code, partsIn(list)])),
  }
}

const codeIn = (value: unknown) =>
  nonBlankOf(isRecord(value) ? (value.language ?? value.code ?? value.language_code) : value)

function partsIn(value: unknown): readonly DubPart[] {
  return listOf(value)
    .flatMap((one) => (isRecord(one) ? partOf(one) : []))
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, text }, at, all) => all[at - 1]?.start !== start || all[at - 1]?.text !== text)
}

function partOf({ start, end, text, source }: JsonRecord): readonly DubPart[] {
  const said = nonBlankOf(text)
  const before = nonBlankOf(source)
  if (said === undefined || typeof start !== 'number' || typeof end !== 'number' || end < start) return []
  return [{ start, end, text: said, ...(before !== undefined && { source: before }) }]
}
