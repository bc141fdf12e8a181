import type { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import type { Drawn } from '../../../tool/results/slots.ts'

/** The media of a run, as the ledger has them: what it was given (the base, its mask) and what it gave. */
export type RunAssets = NonNullable<ReturnType<typeof useAssets>>

/**
 * The pixels of a result as they stand on the canvas, are compared, accepted and downloaded: the one place that turns the bytes of a
 * reply into a candidate. Rejects where the bytes cannot be used; the reply's own file stays in the strip and in Runs.
 */
export async function candidateOf(_run: Run, picture: Drawn, _assets: RunAssets): Promise<Blob> {
  return picture.file.blob
}
