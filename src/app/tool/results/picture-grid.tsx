import type { ReactNode } from 'react'

interface PictureGridProps {
  readonly count: number
  /** Width over height of every place. */
  readonly ratio: number
  readonly children: ReactNode
}

/** As many columns as keep the rows even, where there is room for them. */
const columns: readonly string[] = [
  '',
  'grid-cols-1',
  'grid-cols-2',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @3xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-3 @4xl:grid-cols-5',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @xl:grid-cols-3 @3xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5',
]

/** So many times as wide as high, and a picture needs more of the width to be seen. */
const wide = 2
const wideColumns = 'grid-cols-1 @xl:grid-cols-3'

/** The places of a run's pictures. Few and tall ones are kept low enough to be seen whole. */
export function PictureGrid({ count, ratio, children }: PictureGridProps) {
  const across = count === 1 ? 1 : count === 2 ? 2 : 0
  const many = columns[count] ?? 'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5'
  return (
    <div className="@container">
      <ul
        aria-label="Images"
        style={across > 0 ? { maxWidth: `${Math.round(across * Math.min(40, 34 * ratio))}rem` } : {}}
        className={`grid gap-x-3 gap-y-4 ${count > 4 && ratio >= wide ? wideColumns : many}`}
      >
        {children}
      </ul>
    </div>
  )
}
