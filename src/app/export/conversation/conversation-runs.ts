import * as z from 'zod/mini'
import { jsonIn } from '#contract/core/loose-json.ts'
import { chunksOf } from '#media/sha256.ts'

interface StoredRun {
  /** Undefined where it is damaged or cut off. */
  readonly run?: unknown
  /** The line on which it begins, from 1. */
  readonly line?: number | undefined
}

/** What can be read of a conversation's JSON, which may be cut off or damaged. */
interface StoredConversation {
  readonly format?: unknown
  readonly version?: unknown
  readonly runs: AsyncIterable<StoredRun> | readonly StoredRun[]
  /** Whether its end is there. */
  readonly isWhole: boolean
}

/** The head of a file up to its list of runs, as any writer of JSON sets it. */
const start = /^\s*\{\s*("format"\s*:\s*"[^"]*"\s*,\s*"version"\s*:\s*\d+)\s*,\s*"runs"\s*:\s*\[/

/** How a run begins in a file as it was exported: deeper values are indented further. */
const runStart = '\n    {'
const exportedEnd = /\n {2}\]\s*\}\s*$/

/** Finds the runs of a conversation's JSON. Undefined where it does not begin as one and is no JSON with runs. */
export async function storedConversation(json: Blob): Promise<StoredConversation | undefined> {
  const begin = await json.slice(0, 1000).text()
  const [head, facts] = start.exec(begin) ?? []
  const told = Object(jsonIn(`{${facts}}`))
  if (head !== undefined && begin.startsWith(runStart, head.length))
    return { ...told, runs: exportedRuns(json), isWhole: exportedEnd.test(await json.slice(-100).text()) }
  const text = await json.text()
  const found = head === undefined ? [] : runsByBrackets(text, head.length)
  const { data } = z.safeParse(ConversationFile, jsonIn(text))
  if (data) return { ...data, runs: data.runs.map((run, at) => ({ run, line: found[at]?.line })), isWhole: true }
  return head === undefined ? undefined : { ...told, runs: found, isWhole: false }
}

/** The runs may be damaged one by one. */
const ConversationFile = z.looseObject({ runs: z.array(z.unknown()) })

/** The runs of a file as it was exported, of which each begins where a line does, so that damage concerns the run in which it is. */
async function* exportedRuns(json: Blob): AsyncGenerator<StoredRun> {
  let line = 1
  for await (const text of partsOf(json, runStart)) {
    if (line > 1) yield { run: jsonIn(`{${text.replace(exportedEnd, '').replace(/,$/, '')}`), line }
    line += text.split('\n').length
  }
}

/** What stands between the marks of a text, megabyte by megabyte. A mark begins with the end of a line, and has no other. */
async function* partsOf(json: Blob, mark: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let [part, lastLine] = ['', '']
  for await (const chunk of chunksOf(json)) {
    lastLine += decoder.decode(chunk, { stream: true })
    const cut = lastLine.lastIndexOf('\n')
    if (cut < 0) continue
    const [first, ...others] = lastLine.slice(0, cut).split(mark)
    part += first
    for (const next of others) {
      yield part
      part = next
    }
    lastLine = lastLine.slice(cut)
  }
  yield part + lastLine
}

/** The runs by their brackets. A string ends at the end of its line at the latest. */
function runsByBrackets(text: string, from: number): readonly StoredRun[] {
  const runs: StoredRun[] = []
  let [begin, depth, isInString] = [from, 0, false]
  let [line, beginLine] = [text.slice(0, from).split('\n').length, 0]
  const signs = /\\.|["{}[\]\n]/g
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { 0: character, index } = sign
    if (character === '\n') {
      line += 1
      isInString = false
    } else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '{' || character === '[') {
      if (depth === 0) [begin, beginLine] = [index, line]
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      if (depth === 0) runs.push({ run: jsonIn(text.slice(begin, index + 1)), line: beginLine })
    }
  }
  return depth > 0 ? [...runs, { line: beginLine }] : runs
}
