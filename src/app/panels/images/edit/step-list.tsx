import { Thumbnail } from '../../../files/tray.tsx'
import type { EditWork } from './edit-work.ts'

interface StepListProps {
  readonly work: EditWork
  readonly onGo: (at: number) => void
}

/** The bases that led to this one. Going back takes nothing away: the later ones stay until another step is taken. */
export function StepList({ work: { steps, at }, onGo }: StepListProps) {
  if (steps.length < 2) return null
  return (
    <section aria-label="Steps" className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-medium text-sm">Steps</h2>
        <span className="text-faint text-xs tabular-nums">
          {at + 1} of {steps.length}
        </span>
      </div>
      <ol className="-m-1 flex gap-1.5 overflow-x-auto p-1">
        {steps.map((step, place) => (
          <li key={step.id} className="shrink-0">
            <button
              type="button"
              aria-current={place === at ? 'step' : undefined}
              aria-label={`Step ${place + 1}: ${step.name}`}
              title={step.name}
              className="grid gap-1 rounded-md p-1 text-2xs text-soft hover:bg-raised hover:text-ink aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-cable"
              onClick={() => onGo(place)}
            >
              <Thumbnail blob={step.thumbnail} className="size-12 coarse:size-14" />
              <span className="text-center tabular-nums">{place === 0 ? 'First' : place + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
