import { Brush, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { DropPlace } from '../../../files/drop-place.tsx'
import { NotReady } from '../../../form/request-notes.tsx'
import { useDraft } from '../../../run/use-draft.ts'
import { Handed, handOverKey } from '../../../tool/hand-over.ts'
import { HeldPress, MemoryOnly } from '../../../tool/held-press.tsx'
import { ToolLayout } from '../../../tool/tool-layout.tsx'
import { editTool } from '../../../tool/tools.ts'
import { modifierName } from '../../../ui/keys/keyboard.ts'
import { RunButton } from '../../../ui/run-button.tsx'
import { BaseQuestionDialog } from './base-question-dialog.tsx'
import { EditForm } from './edit-form.tsx'
import { EditDraft } from './edit-request.ts'
import { EditStage, type Shown } from './edit-stage.tsx'
import { type EditTools, useEdit } from './use-edit.ts'

/** The Edit tool. Rendered after the stored draft is read, in its last state. */
export function EditTool() {
  const { loading, stored, write } = useDraft(editTool.id, EditDraft)
  if (loading) return <main data-cable="images" className="flex-1" aria-busy="true" />
  return <Edit stored={stored} keep={write} />
}

interface EditProps {
  readonly stored: EditDraft | undefined
  readonly keep: (draft: EditDraft) => void
}

function Edit({ stored, keep }: EditProps) {
  const tool = useEdit(stored, keep)
  const [shown, setShown] = useState<Shown>({ kind: 'mask' })
  useHandedOver(tool)
  return (
    <div data-cable="images" className="contents">
      <ToolLayout
        tool={editTool}
        card={tool.card}
        form={<EditForm tool={tool} />}
        formFoot={<EditFoot tool={tool} />}
        head={<EditHead tool={tool} />}
        runs={tool.runs}
        onRun={tool.apply}
      >
        <EditStage tool={tool} shown={shown} onShow={setShown} />
      </ToolLayout>
      <DropPlace onFiles={(files) => void tool.session.add(files)} />
      <BaseQuestionDialog question={tool.question} onAnswer={(choice) => tool.session.answer(choice)} />
    </div>
  )
}

/** Takes in what was handed over while the tool was not shown: pictures, or an edit to open again. */
function useHandedOver({ session, earlier }: Pick<EditTools, 'session' | 'earlier'>): void {
  const { stored, write } = useDraft(handOverKey(editTool), Handed)
  const taken = useRef(false)
  const take = useEffectEvent((handed: Handed) => {
    void ('run' in handed
      ? earlier.open(handed.run)
      : session.add(handed.files, handed.as === 'base' ? 'base' : 'reference'))
  })
  useEffect(() => {
    if (!stored || taken.current) return
    taken.current = true
    write(undefined)
    take(stored)
  }, [stored, write])
}

/** Which picture is being edited. */
function EditHead({ tool }: { readonly tool: EditTools }) {
  const [base] = tool.work.pictures
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

/** The run button with its price, preceded by the reasons that prevent sending. */
function EditFoot({ tool }: { readonly tool: EditTools }) {
  const { running } = tool
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={tool.held} what="edit" onDismiss={tool.dismiss} onInsist={tool.insist} />
      <NotReady form={tool.form} />
      {tool.problem && (
        <p role="alert" className="flex items-center gap-2 text-danger text-xs">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{tool.problem}</span>
        </p>
      )}
      <MemoryOnly />
      {tool.kept === 'lost' && (
        <p role="status" className="flex items-center gap-2 text-warning text-xs">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
          The browser’s storage is full: these images and the mask are gone with the page.
        </p>
      )}
      <ConnectionNotes />
      <div className="flex items-center gap-3">
        <RunButton
          name="Apply edit"
          keys={`${modifierName} ↵`}
          icon={<Brush size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={tool.apply}
          onStop={() => running && tool.stop(running.id)}
        />
        <p className="min-w-0 text-soft text-xs">{besideButton(tool)}</p>
      </div>
    </div>
  )
}

function besideButton({ running, preparing, price, connection }: EditTools): string {
  if (running) return 'What is made by the time you stop may still be billed.'
  return preparing ? 'Writing the mask…' : `${price} · to ${connection.name}`
}
