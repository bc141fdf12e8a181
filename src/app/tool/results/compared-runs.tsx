import { Suspense } from 'react'
import type { CompareWords } from '../../history/compare/compare-runs.tsx'
import { figuresOf } from '../../inspect/line/metrics.tsx'
import { stateOf } from '../../inspect/line/run-state.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button/button.tsx'
import { BrokenNote } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { receivedMedia } from './media-files.tsx'

/** Loaded with the first comparison, since it includes a diff library. */
const LazyCompare = retriable(async () => (await import('../../history/compare/compare-runs.tsx')).CompareRuns)

const words: CompareWords = {
  stateOf: (run) => stateOf(run).word,
  figuresOf,
  filesOf: (run, assets) => receivedMedia(run.result, assets).flatMap(({ file }) => (file ? [file] : [])),
}

/** How many runs can be compared at once: columns that a screen has room for. */
export const mostCompared = 6

export const isComparable = ({ length }: readonly unknown[]): boolean => length > 1 && length <= mostCompared

interface ComparedRunsProps {
  /** In the order of their columns. */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Runs side by side, in place of what showed them one by one. */
export const ComparedRuns = ({ ids, onClose }: ComparedRunsProps) => (
  <Boundary
    key={ids.join()}
    fallback={(broken) => (
      <section aria-label="Comparison" className="grid flex-1 content-start justify-items-start gap-3 p-6">
        <BrokenNote title="This comparison cannot be shown" {...broken} />
        <Button onClick={onClose}>Close</Button>
      </section>
    )}
  >
    <Suspense fallback={<section className="flex-1" aria-busy="true" />}>
      <LazyCompare ids={ids} words={words} onClose={onClose} />
    </Suspense>
  </Boundary>
)
