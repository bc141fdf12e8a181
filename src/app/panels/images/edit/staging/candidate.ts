import { mediaKind } from '#media/media-type.ts'
import { createMaskTasks } from '../../../../mask/work/mask-tasks.ts'
import type { Run } from '../../../../run/run.ts'
import { maskedAreaOf } from '../../../../tool/masked-area.ts'
import type { Asset, ResultFile } from '../../../../tool/results/result-file.ts'
import type { Slot } from '../../../../tool/results/slots.ts'
import { type KeptArea, keptArea } from '../run-files.ts'

/** A picture that can stand on the canvas: a finished one, or the last preview of one that is on its way. */
export interface Candidate extends ResultFile {
  readonly kind: 'result' | 'preview'
}

/** The candidates of a run in slot order. Previews of a run that is over are none: they are no results. */
export const candidatesOf = (slots: readonly Slot[]): readonly Candidate[] =>
  slots.flatMap((slot): readonly Candidate[] => {
    if (slot.state !== 'done' && slot.state !== 'preview') return []
    if (mediaKind(slot.file.type) !== 'image') return []
    if (slot.state === 'done') return [{ ...slot, kind: 'result' }]
    return slot.ended ? [] : [{ ...slot, kind: 'preview' }]
  })

/**
 * The pixels of a result as they stand on the canvas, are compared, accepted and downloaded: the one place that turns the bytes of a
 * reply into a candidate. Rejects where the bytes cannot be used; the reply's own file stays in the strip and in Runs.
 */
export async function candidateOf(run: Run, picture: ResultFile, assets: readonly Asset[]): Promise<Blob> {
  const { blob } = picture.file
  const kept = keptArea(run, assets)
  if (kept) return await pasted(blob, kept)
  if (maskedAreaOf(run)) throw new Error('the image it belongs to is no longer stored.')
  return blob
}

/** In a worker of its own: pasting into the largest images takes seconds, in which the mask must not wait. */
const tasks = createMaskTasks()

/** The last pasted image of each result: those that are shown are asked for again and again. */
const made = new WeakMap<Blob, Promise<Blob>>()

function pasted(result: Blob, { area, base, mask }: KeptArea): Promise<Blob> {
  const known = made.get(result)
  if (known !== undefined) return known
  const { frame, softEdge } = area
  const making = tasks.pasteIn({ base: base.blob, mask, result, frame, softEdge })
  made.set(result, making)
  making.catch(() => made.delete(result))
  return making
}
