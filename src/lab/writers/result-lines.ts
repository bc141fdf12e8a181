import * as z from 'zod/mini'
import { jsonIn } from '#contract/core/loose-json.ts'
import { type CellResult, cellStates } from '../cell-facts.ts'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())

const media = z.looseObject({
  ...{ kind: z.enum(['image', 'audio', 'video', 'other']), type: z.string(), bytes: z.number(), sha256: z.string() },
  ...{ width: number, height: number, alpha: z.exactOptional(z.boolean()) },
  ...{ seconds: number, rate: number, peak: number, silence: number },
})

const facts = z.looseObject({
  ...{ text, refusal: text },
  toolCalls: z._default(z.array(z.object({ name: z.string(), arguments: z.string() })), []),
  media: z._default(z.array(media), []),
  ...{ seconds: number, firstToken: number, inputTokens: number, outputTokens: number, price: text },
})

const check = z.object({
  check: z.looseObject({ type: z.string(), not: z.exactOptional(z.boolean()) }),
  outcome: z.enum(['passed', 'failed', 'unable']),
  reason: z._default(z.string(), ''),
})

/** A value of a sweep, behind its path. Not a tuple of zod: that would be half a kilobyte of the first load. */
const pair = z.custom<readonly [string, unknown]>(
  (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === 'string',
)

const cell = z.looseObject({
  at: z.int(),
  row: z.int(),
  column: z.object({
    model: z.string(),
    values: z._default(z.array(pair), []),
    repeat: z.optional(z.int()),
  }),
  vars: z._default(z.record(z.string(), z.unknown()), {}),
  state: z.enum(cellStates),
  ...{ run: text, status: text },
  attempt: z._default(z.int(), 0),
  facts: z.exactOptional(facts),
  error: text,
  checks: z._default(z.array(check), []),
  verdict: z.exactOptional(z.enum(['pass', 'fail'])),
  ...{ score: number, note: text },
  tags: z.exactOptional(z.array(z.string())),
})

/** The names of a line in their order, which is that of the schemas. */
const order = [cell, facts, media, cell.shape.column, check].map(({ shape }) => Object.keys(shape))
const [ofCell = [], ofFacts = [], ofMedia = [], ofColumn = [], ofCheck = []] = order

/** A record with these names first and any others behind them, each only where it has a value. */
function inOrder(names: readonly string[], record: object): object {
  const all = new Map(Object.entries(record))
  const sorted = [...names.filter((name) => all.has(name)), ...[...all.keys()].filter((name) => !names.includes(name))]
  return Object.fromEntries(sorted.map((name) => [name, all.get(name)]))
}

/** A line of `results.jsonl`, with its end; equal results give equal lines. */
export function resultLine(result: CellResult): string {
  const { column, facts: known, checks } = result
  const line = {
    ...result,
    column: inOrder(ofColumn, column),
    ...(known && { facts: inOrder(ofFacts, { ...known, media: known.media.map((one) => inOrder(ofMedia, one)) }) }),
    checks: checks.map((one) => inOrder(ofCheck, one)),
  }
  return `${JSON.stringify(inOrder(ofCell, line))}\n`
}

export const resultLines = (results: readonly CellResult[]): string => results.map(resultLine).join('')

/** Reads `results.jsonl`: the last line of each place counts, in the order of the places. `unreadable`: lines left out, the last one of a killed process among them. */
export function readResultLines(lines: string): {
  readonly results: readonly CellResult[]
  readonly unreadable: number
} {
  const results = new Map<number, CellResult>()
  let unreadable = 0
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue
    const read = z.safeParse(cell, jsonIn(line))
    if (read.success) results.set(read.data.at, { ...read.data, column: { repeat: undefined, ...read.data.column } })
    else unreadable += 1
  }
  return { results: [...results.values()].toSorted((one, other) => one.at - other.at), unreadable }
}
