import { TriangleAlert } from 'lucide-react'
import type { TrayPicture } from '../../../files/read-file.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { useHanded } from '../../../tool/hand-over.ts'
import { ToolFoot } from '../../../tool/tool-foot.tsx'
import { ToolLayout } from '../../../tool/tool-layout.tsx'
import { editTool } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EditForm } from './edit-form.tsx'
import { EditDraft } from './edit-request.ts'
import type { BaseQuestion, EditSession } from './edit-session.ts'
import { EditStage } from './edit-stage.tsx'
import { useEdit } from './use-edit.ts'

export function EditTool() {
  const { loading, stored, write } = useDraft(editTool.id, EditDraft)
  if (loading) return <main data-cable="images" className="flex-1" aria-busy="true" />
  return <Edit stored={stored} keep={write} />
}

function Edit({ stored, keep }: { readonly stored: EditDraft | undefined; readonly keep: (draft: EditDraft) => void }) {
  const tool = useEdit(stored, keep)
  const { session, state, form, sending, earlier, focusRequest } = tool
  useHanded(editTool, (handed) => {
    focusRequest.current = document.activeElement === document.body
    void ('run' in handed
      ? earlier.open(handed.run)
      : session.add(handed.files, handed.as === 'base' ? 'base' : 'reference'))
  })
  return (
    <div data-cable="images" className="contents">
      <ToolLayout
        tool={editTool}
        card={form.card}
        request={form.form}
        form={<EditForm tool={tool} />}
        formFoot={
          <ToolFoot
            {...{ tool: editTool, state: form, sending }}
            verb="Apply edit"
            what="edit"
            preparing="Writing the mask…"
          >
            {state.kept === 'lost' && (
              <p role="status" className="flex items-center gap-2 text-warning text-xs">
                <TriangleAlert size={16} className="shrink-0" />
                Browser storage is full: these images and the mask will be lost when the page closes.
              </p>
            )}
          </ToolFoot>
        }
        head={<EditHead base={state.pictures[0]} />}
        runs={sending.thread.runs}
        onRun={sending.run}
      >
        <EditStage tool={tool} />
      </ToolLayout>
      <BaseQuestionDialog question={state.question} onAnswer={(choice) => session.answer(choice)} />
    </div>
  )
}

function EditHead({ base }: { readonly base: TrayPicture | undefined }) {
  if (!base) return <h2 className="truncate text-soft max-md:sr-only">No image yet</h2>
  return (
    <>
      <h2 className="min-w-0 truncate text-soft max-md:sr-only" dir="auto" title={base.name}>
        {base.name}
      </h2>
      <span className="ml-2 shrink-0 font-mono text-faint text-xs tabular-nums max-lg:hidden">
        {base.width} × {base.height}
      </span>
    </>
  )
}

type Answer = Parameters<EditSession['answer']>[0]

interface BaseQuestionDialogProps {
  readonly question: BaseQuestion | undefined
  readonly onAnswer: (choice: Answer) => void
}

function BaseQuestionDialog({ question, onAnswer }: BaseQuestionDialogProps) {
  return (
    <Dialog title="Keep mask?" open={question !== undefined} onClose={() => onAnswer('cancel')}>
      {question && (
        <div className="grid gap-4">
          <p className="wrap-anywhere text-soft">
            <strong className="font-medium text-ink">{question.base.name}</strong> will become the base image.{' '}
            {question.sizes === 'other' &&
              `Its size is different: ${question.base.width} × ${question.base.height} pixels.`}
          </p>
          <ul className="grid gap-2">
            {(question.sizes === 'equal' ? equal : other).map(([choice, title, what]) => (
              <li key={choice}>
                <button
                  type="button"
                  className="grid w-full gap-0.5 rounded-md border border-line bg-surface px-4 py-3 text-left hover:bg-sunken"
                  onClick={() => onAnswer(choice)}
                >
                  <span className="font-medium">{title}</span>
                  <span className="text-soft text-xs">{what}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button look="quiet" className="justify-self-end" onClick={() => onAnswer('cancel')}>
            Cancel
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const drop = ['drop', 'Discard mask', 'Start with nothing marked.'] as const
const equal: readonly (readonly [Answer, string, string])[] = [
  ['scale', 'Keep mask', 'Both images have the same size, so the mask still fits.'],
  drop,
]
const other: readonly (readonly [Answer, string, string])[] = [
  ['scale', 'Stretch mask', 'Stretch it to the new image.'],
  ['centre', 'Keep mask size', 'Centred; anything outside the image is cut off.'],
  drop,
]
