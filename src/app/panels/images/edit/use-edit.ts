import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { lookAtPicture } from '../../../files/look-at-picture.ts'
import type { SendingWay } from '../../../files/request-body.ts'
import { createMaskTasks, type MaskTasks } from '../../../mask/worker/mask-tasks.ts'
import { fileDraftsOf } from '../../../run/file-drafts.ts'
import { newId } from '../../../run/new-id.ts'
import type { Runs } from '../../../run/runs.ts'
import { useKept } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { setupOf } from '../../../tool/tool-view.tsx'
import { editTool } from '../../../tool/tools.ts'
import { useNamedModel } from '../../../tool/use-place.ts'
import { type ToolFormState, useToolForm } from '../../../tool/use-tool-form.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { pictureRules } from '../image-rows.tsx'
import { type SentArea, useSentArea } from './area/sent-area.ts'
import { useEarlierEdit } from './earlier-edit.tsx'
import type { EditDraft } from './edit-request.ts'
import { EditSession, type EditState } from './edit-session.ts'
import { type EditSending, useEditSending } from './use-edit-sending.ts'
import { type RowDrag, useRowDrag } from './use-row-drag.ts'

// Without the endpoint's check, which would miss the images: `useEditSending` looks for them.
const { check: _, ...entry } = setupOf(editTool)
const setup = { ...entry, rules: pictureRules }

/** Work on masks beside the page; its worker starts with the first of it. */
const tasks = createMaskTasks()

/** One for each page, so that it continues while another panel is shown. */
const sessions = new WeakMap<Runs, EditSession>()

function sessionOf(runs: Runs): EditSession {
  const known = sessions.get(runs)
  if (known) return known
  const { clock, onHide, tab } = runs.page
  const session: EditSession = new EditSession({
    openDraft: fileDraftsOf(runs, 'images.edit.files', ['work', 'mask', 'aside', 'staging'], (kept) =>
      session.setKept(kept),
    ),
    after: clock.after,
    onHide,
    newId,
    tab,
    look: lookAtPicture,
    tasks,
  })
  sessions.set(runs, session)
  return session
}

/** The Edit tool: its form, the pictures and the mask that are edited, and its runs. */
export interface EditTools {
  readonly form: ToolFormState
  readonly sendAs: SendingWay
  readonly setSendAs: (way: SendingWay) => void
  readonly area: SentArea
  readonly session: EditSession
  readonly state: EditState
  readonly sending: EditSending
  readonly earlier: ReturnType<typeof useEarlierEdit>
  readonly tasks: MaskTasks
  readonly drag: RowDrag
  /** Set where the canvas is to take the focus once it is there. */
  readonly focusRequest: RefObject<boolean>
}

/** `stored` is the draft of the form at the last visit; `keep` stores it while it is typed. */
export function useEdit(stored: EditDraft | undefined, keep: (draft: EditDraft) => void): EditTools {
  const toolForm = useToolForm(editTool, setup, stored)
  const { form, model } = toolForm
  const [sendAs, setSendAs] = useState<SendingWay>(stored?.sendAs ?? 'auto')
  const session = sessionOf(useRuns())
  const state = usePageState(session.state)
  const area = useSentArea(state.pictures[0], state.mask?.editor, toolForm, stored?.area)
  const { kept } = toolForm
  useKept(
    useMemo(() => ({ ...kept, sendAs, area: area.choice }), [kept, sendAs, area.choice]),
    keep,
  )
  useNamedModel(editTool, model, form)
  const shared = { session, sendAs, setSendAs, area, tasks }
  const earlier = useEarlierEdit({ form, ...shared })
  const sending = useEditSending({ form: toolForm, state, ...shared })
  const drag = useRowDrag(session)
  const focusRequest = useRef(false)
  const sent = sending.running?.id
  useEffect(() => {
    if (sent !== undefined) session.stage({ kind: 'sent', run: sent })
  }, [session, sent])
  return { form: toolForm, state, sending, earlier, drag, focusRequest, ...shared }
}
