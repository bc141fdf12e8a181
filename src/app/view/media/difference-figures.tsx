import { CircleCheck, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import { differenceWords } from './difference-words.ts'
import type { Measured } from './measure-difference.ts'
import { useMeasured } from './use-measured.ts'

interface DifferenceFiguresProps {
  readonly before: Blob
  readonly after: Blob
  /** The mask of the edit between them: opaque is kept. */
  readonly mask?: Blob | undefined
}

/** Whether what was to be kept was kept, to the pixel. */
export function DifferenceFigures({ before, after, mask }: DifferenceFiguresProps) {
  const measured = useMeasured(before, after, mask)
  const { tone, icon: Icon, ink } = looks[toneOf(measured)]
  return (
    <p role="status" data-tone={tone} className="flex items-start gap-2 text-soft text-xs">
      <Icon
        aria-hidden="true"
        size={16}
        strokeWidth={1.5}
        className={`shrink-0 ${ink} ${measured ? '' : 'motion-safe:animate-spin'}`}
      />
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
