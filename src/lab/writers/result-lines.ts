import * as z from 'zod/mini'
import { jsonIn } from '#contract/core/loose-json.ts'
import { type CellResult, cellColumn, cellFacts, cellResult, mediaFacts } from '../cell-facts.ts'
import { checkResult } from '../checks/check.ts'

/** What a schema names of a record, in the order of the schema; without the others. */
function inOrder({ shape }: { readonly shape: object }, record: object): object {
  const all = new Map(Object.entries(record))
  return Object.fromEntries(Object.keys(shape).map((name) => [name, all.get(name)]))
}

/** A line of `results.jsonl`, with its end; equal results give equal lines. */
export function resultLine(result: CellResult): string {
  const { column, facts, checks } = result
  const line = {
    ...result,
    column: inOrder(cellColumn, column),
    facts: facts && inOrder(cellFacts, { ...facts, media: facts.media.map((one) => inOrder(mediaFacts, one)) }),
    checks: checks.map((one) => inOrder(checkResult, one)),
  }
  return `${JSON.stringify(inOrder(cellResult, line))}\n`
}

export const resultLines = (results: readonly CellResult[]): string => results.map(resultLine).join('')

/** Reads `results.jsonl`: the last line of each place counts, in the order of the places. `unreadable`: lines left out, the last one of a killed process among them. */
export function readResultLines(lines: string) {
  const results = new Map<number, CellResult>()
  let unreadable = 0
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue
    const read = z.safeParse(cellResult, jsonIn(line))
    if (read.success) results.set(read.data.at, read.data)
    else unreadable += 1
  }
  return { results: [...results.values()].toSorted((one, other) => one.at - other.at), unreadable }
}
