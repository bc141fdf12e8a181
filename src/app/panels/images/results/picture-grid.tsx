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

/** The places of a run's pictures. Few and tall ones are kept low enough to be seen whole. */
export function PictureGrid({ count, ratio, children }: PictureGridProps) {
  const across = count === 1 ? 1 : count === 2 ? 2 : 0
  return (
    <div className="@container">
      <ul
        aria-label="Images"
        style={across > 0 ? { maxWidth: `${Math.round(across * Math.min(40, 34 * ratio))}rem` } : {}}
        className={`grid gap-x-3 gap-y-4 ${columns[count] ?? 'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5'}`}
      >
        {children}
      </ul>
    </div>
  )
}
