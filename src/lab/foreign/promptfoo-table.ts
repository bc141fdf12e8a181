import { type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { assertionIn } from './promptfoo-assertions.ts'

const reserved = /^__(?:expected\d*|prefix|suffix|description|threshold|metric|provider|metadata:.+|config:.+)$/

/** Whether a table has columns that mean something to promptfoo. */
export const isPromptfooTable = (columns: readonly string[]): boolean => columns.some((name) => reserved.test(name))

/** A row of such a table as a test. */
export function testOfRow(row: JsonRecord): JsonRecord {
  const cells = Object.entries(row).flatMap(([name, value]) =>
    reserved.test(name) && stringOf(value).trim() === '' ? [] : [[name, stringOf(value)] as const],
  )
  const under = (start: string) => cells.filter(([name]) => name.startsWith(start))
  const one = (name: string) => cells.find(([own]) => own === `__${name}`)?.[1]
  const metadata = under('__metadata:').map(([name, value]): [string, unknown] =>
    name.endsWith('[]') ? [name.slice(11, -2), value.split(',').map((part) => part.trim())] : [name.slice(11), value],
  )
  return {
    vars: Object.fromEntries(cells.filter(([name]) => !reserved.test(name))),
    assert: under('__expected').map(([, value]) => assertionIn(value)),
    options: { prefix: one('prefix'), suffix: one('suffix') },
    description: one('description'),
    metadata: Object.fromEntries(metadata),
    ...(one('threshold') !== undefined && { threshold: Number(one('threshold')) }),
    ...Object.fromEntries(cells.filter(([name]) => /^__(?:metric|provider|config:)/.test(name))),
  }
}
