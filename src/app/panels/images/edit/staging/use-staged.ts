import { useMemo, useRef, useSyncExternalStore } from 'react'
import { type Dimensions, isTooLarge } from '#media/dimensions.ts'
import { useAssets } from '../../../../run/history/use-assets.ts'
import { isOpen } from '../../../../run/life/states.ts'
import type { Run } from '../../../../run/run.ts'
import type { Asset } from '../../../../tool/results/result-file.ts'
import { slotsOf } from '../../../../tool/results/slots.ts'
import { useLoaded } from '../../../../ui/use-loaded.ts'
import { readDimensions } from '../../../../view/media/read-picture.ts'
import type { EditSession } from '../edit-session.ts'
import { type Candidate, candidateOf, candidatesOf } from './candidate.ts'
import { stagedIndex, stagedRun, stepped } from './staging.ts'

/** The pixels of a candidate, or why there are none. */
type Pixels =
  | { readonly status: 'reading' }
  /** `given`: the size in the reply. */
  | { readonly status: 'ready'; readonly blob: Blob; readonly size: Dimensions; readonly given: Dimensions }
  | { readonly status: 'refused'; readonly why: string }

/** The candidate on the canvas, and what can be done with it. */
export interface StagedCandidate {
  readonly run: Run
  readonly assets: readonly Asset[]
  readonly candidate: Candidate
  readonly pixels: Pixels
  readonly at: number
  readonly count: number
  readonly step: (by: 1 | -1) => void
  /** It becomes the base, as a further step with nothing marked. Ignored for a preview. Resolves when it is done. */
  readonly accept: () => Promise<void>
  /** Back to base and mask. */
  readonly discard: () => void
}

/** A result that came while the mask was being painted. */
export interface OfferedResult {
  readonly show: () => void
  readonly dismiss: () => void
}

/** The new result that is offered; undefined until there is one. */
export function useOffered({ staging: store }: EditSession, runs: readonly Run[]): OfferedResult | undefined {
  const { next } = useSyncExternalStore(store.subscribe, store.state)
  const run = next?.gets === 'offer' ? runs.find(({ id }) => id === next.run) : undefined
  const first = run?.result.outputs.find((output) => output.kind === 'media' && !output.partial)
  if (!run || !first || isOpen(run.status)) return undefined
  return {
    show: () => store.tell({ kind: 'shown', run: run.id, place: first.index }),
    dismiss: () => store.tell({ kind: 'discarded', run: run.id, was: 'whole' }),
  }
}

/** The candidate that stands on the canvas; undefined while there is none. */
export function useStaged(session: EditSession, runs: readonly Run[]): StagedCandidate | undefined {
  const staging = useSyncExternalStore(session.staging.subscribe, session.staging.state)
  const id = stagedRun(staging)
  const run = runs.find((one) => one.id === id)
  const assets = useAssets(run ?? noRun)
  const candidates = useMemo(() => (run && assets ? candidatesOf(slotsOf(run, assets)) : []), [run, assets])
  const at = stagedIndex(staging, candidates)
  const candidate = at === undefined ? undefined : candidates[at]
  const accepting = useRef(false)
  const pixels = useLoaded(run && assets && candidate && (async () => await pixelsOf(run, candidate, assets)), [
    run?.id,
    candidate?.kind,
    candidate?.place,
    candidate?.file.sha256,
  ]) ?? { status: 'reading' }
  if (!run || !assets || !candidate || at === undefined) return undefined
  const { staging: store } = session
  return {
    ...{ run, assets, candidate, pixels, at, count: candidates.length },
    step(by) {
      const next = candidates[stepped(at, by, candidates.length)]
      if (next) store.tell({ kind: 'shown', run: run.id, place: next.place })
    },
    async accept() {
      if (accepting.current || candidate.kind === 'preview' || pixels.status !== 'ready') return
      accepting.current = true
      // The result was looked at, so it is not offered as new on its own base. An open run's further results are.
      if (!isOpen(run.status)) store.tell({ kind: 'shown', run: run.id, place: candidate.place })
      await session.takeResult(pixels.blob)
      accepting.current = false
    },
    discard: () => store.tell({ kind: 'discarded', run: run.id, was: isOpen(run.status) ? 'partial' : 'whole' }),
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
