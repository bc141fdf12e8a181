import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DropPlace } from '../../../files/drop-place.tsx'
import { useDraft } from '../../../run/use-draft.ts'
import { Handed, handOverKey } from '../../../tool/hand-over.ts'
import { ToolLayout } from '../../../tool/tool-layout.tsx'
import { editTool } from '../../../tool/tools.ts'
import { BaseQuestionDialog } from './base-question-dialog.tsx'
import { EditFoot } from './edit-foot.tsx'
import { EditForm } from './edit-form.tsx'
import { EditHead } from './edit-head.tsx'
import { EditDraft } from './edit-request.ts'
import { EditStage } from './edit-stage.tsx'
import type { Shown } from './shown.ts'
import { type EditTools, useEdit } from './use-edit.ts'

/** Pictures from pictures. It waits for what was typed last time, then stands as it was left. */
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
