import { fileName } from '../../export/file-name.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { panelOf, tools } from '../tools.ts'

/** A file that the ledger keeps of a run. */
export type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

export interface ResultFile {
  /** Its place in the result, counted from 0. */
  readonly place: number
  readonly file: Asset
  /** What the reply says of it. */
  readonly says?: string
}

/** The name of a file that is made of a run; `n` is its number, counted from 1. */
export const runFileName = (run: Run, n: number, extension: string): string =>
  fileName({
    ...{ panel: panelOf(tools, run).id, model: run.model, prompt: nameOf(run), n, extension },
    at: new Date(run.log[0]?.at ?? 0),
  })
