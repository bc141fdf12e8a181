import { CircleCheck, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import { askWorker } from '../../../ui/own-worker.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import type { Measured } from './difference-worker.ts'
import workerUrl from './difference-worker.ts?worker&url'
import type { PartDifference } from './pixel-difference.ts'

/** States how many pixels differ and where, and whether the masked ones are unchanged. */
export function DifferenceFigures({ measured }: { readonly measured: Measured | undefined }) {
  const { tone, icon: Icon, ink } = looks[toneOf(measured)]
  return (
    <p role="status" data-tone={tone} className="flex items-start gap-2 text-soft text-xs">
      <Icon size={16} className={`shrink-0 ${ink} ${measured ? '' : 'motion-safe:animate-spin'}`} />
      <span className="min-w-0 tabular-nums">{differenceWords(measured)}</span>
    </p>
  )
}

const looks = {
  busy: { tone: 'busy', icon: LoaderCircle, ink: 'text-faint' },
  note: { tone: 'note', icon: Info, ink: 'text-faint' },
  good: { tone: 'good', icon: CircleCheck, ink: 'text-success' },
  warning: { tone: 'warning', icon: TriangleAlert, ink: 'text-warning' },
} as const

function toneOf(measured: Measured | undefined): keyof typeof looks {
  if (measured === undefined) return 'busy'
  if (measured.kind !== 'measured') return 'warning'
  const { kept } = measured.difference
  if (kept.pixels === 0) return 'note'
  return kept.changed === 0 ? 'good' : 'warning'
}

/** Compares two pictures in a worker; undefined until it answers. */
export function useMeasured(before: Blob, after: Blob, mask: Blob | undefined): Measured | undefined {
  const measure = (signal: AbortSignal) =>
    askWorker<Measured>(workerUrl, 'difference', { before, after, ...(mask && { mask }) }, signal).catch(
      (): Measured => ({ kind: 'unreadable' }),
    )
  return useLoaded(measure, [before, after, mask])
}

/** The result of a comparison as text; `undefined` while it is pending. */
export function differenceWords(measured: Measured | undefined): string {
  if (measured === undefined) return 'Comparing pixels…'
  switch (measured.kind) {
    case 'unreadable':
      return 'The browser cannot compare these images pixel by pixel.'
    case 'sizes':
      return `Their sizes differ: ${measured.before} and ${measured.after}. They are scaled to match, and pixels are not compared.`
    case 'measured': {
      const { kept, edited, region } = measured.difference
      const isAll = region && region.width * region.height === kept.pixels + edited.pixels
      const where =
        region && !isAll
          ? ` Region: ${whole(region.width)} × ${whole(region.height)} pixels at x ${whole(region.x)}, y ${whole(region.y)}.`
          : ''
      if (kept.pixels > 0) return `${keptWords(kept)} Marked area: ${editedWords(edited, 'unchanged.')}${where}`
      return `${capitalised(editedWords(edited, 'images are identical.'))}${where}`
    }
  }
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const whole = (count: number) => count.toLocaleString('en')

function keptWords({ pixels, changed, most }: PartDifference): string {
  if (changed === 0) return `Kept pixels unchanged: all ${whole(pixels)} of them.`
  return `${whole(changed)} of ${whole(pixels)} kept pixels changed, by up to ${most} of 255.`
}

function editedWords({ pixels, changed, most }: PartDifference, none: string): string {
  if (changed === 0) return none
  if (changed === pixels) return `all ${whole(pixels)} pixels differ, by up to ${most} of 255.`
  return `${whole(changed)} of ${whole(pixels)} pixels ${changed === 1 ? 'differs' : 'differ'}, by up to ${most} of 255.`
}
