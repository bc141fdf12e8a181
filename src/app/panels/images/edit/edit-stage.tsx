import { MaskCanvas } from '../../../mask/canvas/mask-canvas.tsx'
import { isOpen } from '../../../run/life/states.ts'
import { EmptyStage } from './empty-stage.tsx'
import { ResultPlace } from './result-place.tsx'
import { ResultStrip } from './result-strip.tsx'
import type { EditTools } from './use-edit.ts'

/** What stands on the stage: the canvas, or a result beside what it was made from. */
export type Shown =
  | { readonly kind: 'mask' }
  | { readonly kind: 'result'; readonly run: string; readonly place: number }

interface EditStageProps {
  readonly tool: EditTools
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

/** The canvas, or a result beside what it was made from; below it what came. */
export function EditStage({ tool, shown, onShow }: EditStageProps) {
  const { runs, mask, work, session, status } = tool
  const [base] = work.pictures
  const run = shown.kind === 'result' ? runs.find(({ id }) => id === shown.run) : undefined
  const newest = runs.at(-1)
  if (status === 'loading') return <div aria-busy="true" className="flex-1" />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden">
      {shown.kind === 'result' && run ? (
        <ResultPlace
          key={`${run.id} ${shown.place}`}
          run={run}
          place={shown.place}
          onBack={() => onShow({ kind: 'mask' })}
          onUse={(result) => {
            void session.takeResult(result)
            onShow({ kind: 'mask' })
          }}
        />
      ) : base && mask ? (
        <MaskCanvas base={base} mask={mask} tasks={tool.tasks} />
      ) : (
        <EmptyStage session={session} onTry={tool.tryOut} />
      )}
      <ResultStrip tool={tool} shown={shown} onShow={onShow} />
      <p role="status" className="sr-only">
        {tool.running
          ? 'The edit is on its way.'
          : newest && !isOpen(newest.status)
            ? `The edit has ended: ${newest.status}.`
            : ''}
      </p>
    </div>
  )
}
