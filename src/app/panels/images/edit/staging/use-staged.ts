import { useMemo, useRef } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { mediaKind } from '#media/media-type.ts'
import { createMaskTasks } from '../../../../mask/worker/mask-tasks.ts'
import { useAssets } from '../../../../run/history/use-assets.ts'
import { isOpen } from '../../../../run/life/states.ts'
import type { Run } from '../../../../run/run.ts'
import { maskedAreaOf } from '../../../../tool/masked-area.ts'
import type { Asset, ResultFile } from '../../../../tool/results/result-file.ts'
import { type Slot, slotsOf } from '../../../../tool/results/slots.ts'
import { useLoaded } from '../../../../ui/hooks/use-loaded.ts'
import { usePageState } from '../../../../ui/page-state.ts'
import { readDimensions } from '../../../../view/media/read-picture.ts'
import type { EditSession } from '../edit-session.ts'
import { type KeptArea, keptArea } from '../run-files.ts'
import { stagedIndex, stagedRun, steppedIndex } from './staging.ts'

/** A picture that can stand on the canvas: a finished one, or the last preview of one that is on its way. */
interface Candidate extends ResultFile {
  readonly kind: 'result' | 'preview'
}

/** The candidates of a run in slot order. Previews of a run that is over are none: they are no results. */
const candidatesOf = (slots: readonly Slot[]): readonly Candidate[] =>
  slots.flatMap((slot): readonly Candidate[] => {
    if (slot.state !== 'done' && slot.state !== 'preview') return []
    if (mediaKind(slot.file.type) !== 'image') return []
    if (slot.state === 'done') return [{ ...slot, kind: 'result' }]
    return slot.ended ? [] : [{ ...slot, kind: 'preview' }]
  })

type Pixels =
  | { readonly status: 'reading' }
  /** `given`: the size in the reply. */
  | { readonly status: 'ready'; readonly blob: Blob; readonly size: Dimensions; readonly given: Dimensions }
  | { readonly status: 'refused'; readonly why: string }

export type StagedCandidate = NonNullable<ReturnType<typeof useStaged>>

export type OfferedResult = NonNullable<ReturnType<typeof useOffered>>

/** A result that came while the mask was being painted; undefined until there is one. */
export function useOffered(session: EditSession, runs: readonly Run[]) {
  const { next } = usePageState(session.state).staging
  const run = next?.gets === 'offer' ? runs.find(({ id }) => id === next.run) : undefined
  const first = run?.result.outputs.find((output) => output.kind === 'media' && !output.partial)
  if (!run || !first || isOpen(run.status)) return undefined
  return {
    show: () => session.stage({ kind: 'shown', run: run.id, place: first.index }),
    dismiss: () => session.stage({ kind: 'discarded', run: run.id, was: 'whole' }),
  }
}

export function useStaged(session: EditSession, runs: readonly Run[]) {
  const { staging } = usePageState(session.state)
  const id = stagedRun(staging)
  const run = runs.find((one) => one.id === id)
  const assets = useAssets(run ?? noRun)
  const candidates = useMemo(() => (run && assets ? candidatesOf(slotsOf(run, assets)) : []), [run, assets])
  const at = stagedIndex(staging, candidates)
  const candidate = at === undefined ? undefined : candidates[at]
  const accepting = useRef(false)
  const pixels: Pixels = useLoaded(run && assets && candidate && (async () => await pixelsOf(run, candidate, assets)), [
    run?.id,
    candidate?.kind,
    candidate?.place,
    candidate?.file.sha256,
  ]) ?? { status: 'reading' }
  if (!run || !assets || !candidate || at === undefined) return undefined
  return {
    ...{ run, assets, candidate, pixels, at, count: candidates.length },
    step(by: 1 | -1) {
      const next = candidates[steppedIndex(at, by, candidates.length)]
      if (next) session.stage({ kind: 'shown', run: run.id, place: next.place })
    },
    /** It becomes the base, as a further step with nothing marked. Ignored for a preview. Resolves when it is done. */
    async accept() {
      if (accepting.current || candidate.kind === 'preview' || pixels.status !== 'ready') return
      accepting.current = true
      // The result was looked at, so it is not offered as new on its own base. An open run's further results are.
      if (!isOpen(run.status)) session.stage({ kind: 'shown', run: run.id, place: candidate.place })
      await session.takeResult(pixels.blob)
      accepting.current = false
    },
    discard: () => session.stage({ kind: 'discarded', run: run.id, was: isOpen(run.status) ? 'partial' : 'whole' }),
  }
}

const noRun = { id: '', status: 'draft' } as const

/** Reads the header before anything is decoded. */
async function pixelsOf(run: Run, candidate: Candidate, assets: readonly Asset[]): Promise<Pixels> {
  try {
    const blob = await candidateOf(run, candidate, assets)
    const size = await readDimensions(blob)
    if (!size) return { status: 'refused', why: 'This image has no readable header.' }
    if (isTooLarge(size)) return { status: 'refused', why: 'This image is too large to display.' }
    const given = (await readDimensions(candidate.file.blob)) ?? size
    return { status: 'ready', blob, size, given }
  } catch (error) {
    return { status: 'refused', why: `Cannot show this image: ${error instanceof Error ? error.message : error}` }
  }
}

/** The pixels of a candidate, pasted into the whole where a part was sent. Rejects where the bytes cannot be used. */
async function candidateOf(run: Run, picture: ResultFile, assets: readonly Asset[]): Promise<Blob> {
  const { blob } = picture.file
  const kept = keptArea(run, assets)
  if (kept) return await pasted(blob, kept)
  if (maskedAreaOf(run)) throw new Error('the image it belongs to is no longer stored.')
  return blob
}

/** In a worker of its own: pasting into the largest images takes seconds, in which the mask must not wait. */
const tasks = createMaskTasks()

/** The last pasted image of each result: those that are shown are asked for again and again. */
const pastedImages = new WeakMap<Blob, Promise<Blob>>()

function pasted(result: Blob, { area, base, mask }: KeptArea): Promise<Blob> {
  const known = pastedImages.get(result)
  if (known !== undefined) return known
  const { frame, softEdge } = area
  const making = tasks.pasteIn({ base: base.blob, mask, result, frame, softEdge })
  pastedImages.set(result, making)
  making.catch(() => pastedImages.delete(result))
  return making
}
