import type { RunRow } from '../../../../src/app/ledger/run-row.ts'
import { emptyPlan, type LabPlan } from '../../../../src/lab/lab-plan.ts'
import { makeHeads } from '../../runs/heads.ts'
import { createRandom } from '../../text/random.ts'
import { words } from '../../text/words.ts'

const models = ['sandbox-fast', 'sandbox-slow', 'sandbox-plain', 'sandbox-large']

/** A plan of four models, and a run for each of its cells, with the first words of a text. */
export function plannedCells(
  seed: number,
  count: number,
): { readonly plan: LabPlan; readonly rows: readonly RunRow[] } {
  const random = createRandom(seed)
  const text = (length: number) => Array.from({ length }, () => random.pick(words)).join(' ')
  const plan: LabPlan = {
    ...emptyPlan('chat', { input: 'Describe {{topic}}.' }),
    axes: { models, repeat: 1, sweeps: [] },
    rows: Array.from({ length: count / models.length }, () => ({ topic: text(4) })),
  }
  const rows = makeHeads(seed, count).map((head, at) => ({
    ...head,
    ...{ endpoint: 'responses' as const, model: models[at % models.length] ?? '', thread: 'lab.bench' },
    output: { sha256: at.toString(16).padStart(64, '0'), bytes: 400, peek: text(50).slice(0, 280) },
    batch: { id: 'bench', at, of: count, name: `Row ${Math.floor(at / models.length) + 1}` },
  }))
  return { plan, rows }
}
