import { canonicalJson } from '#contract/core/canonical-json.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Output, RunResult } from '../result.ts'
import { sha256Of } from './sha256-of.ts'

/**
 * What came, as a hash: two runs with equal ones gave the same answer. Reasoning and the ids that routers make up do not count.
 * Undefined where nothing came, where the page has no SHA-256 (plain HTTP from another machine), or where it is nested too deeply.
 */
export async function outputOf({ outputs }: RunResult): Promise<RunRow['output']> {
  const parts = outputs.flatMap(partOf)
  if (parts.length === 0) return undefined
  try {
    const bytes = new TextEncoder().encode(canonicalJson(parts))
    const sha256 = await sha256Of(bytes)
    return sha256 === undefined ? undefined : { sha256, bytes: bytes.length }
  } catch {
    return undefined
  }
}

function partOf(output: Output): readonly unknown[] {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ text }) => ['text', text])
    case 'refusal':
      return [['refusal', output.text]]
    case 'tool-call':
      return [['call', output.name, output.arguments]]
    case 'media':
      return [['media', output.sha256 ?? output.url]]
    case 'item':
      return [['item', output.item]]
    case 'reasoning':
      return []
  }
}
