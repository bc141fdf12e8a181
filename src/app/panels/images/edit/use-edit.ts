import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { lookAtPicture } from '../../../files/look-at-picture.ts'
import type { SendingWay } from '../../../files/request-body.ts'
import { createMaskTasks } from '../../../mask/work/mask-tasks.ts'
import { isOpen } from '../../../run/life/states.ts'
import { newId } from '../../../run/new-id.ts'
import type { Runs } from '../../../run/runs.ts'
import { useKept } from '../../../run/use-draft.ts'
import { useRuns, useThread } from '../../../run/use-runs.tsx'
import { editTool } from '../../../tool/tools.ts'
import { useToolForm } from '../../../tool/use-tool-form.ts'
import { useToolPlace } from '../../../tool/use-tool-place.ts'
import { pictureRules } from '../picture-rules.ts'
import { useEarlierEdit } from './earlier-edit.tsx'
import { type EditDraft, EditRequest } from './edit-request.ts'
import { EditSession } from './edit-session.ts'
import { useEditSending } from './use-edit-sending.ts'

const setup = { schema: EditRequest, rules: pictureRules }

/** Work on masks beside the page; its worker starts with the first of it. */
const tasks = createMaskTasks()

/** One for each page: it goes on while another panel is shown. */
const sessions = new WeakMap<Runs, EditSession>()

function sessionOf(runs: Runs): EditSession {
  const known = sessions.get(runs)
  if (known) return known
  const { clock, onHide, tab } = runs.page
  const session: EditSession = new EditSession({
    openDraft: runs.openFileDrafts('images.edit.files', ['work', 'mask', 'aside'], (kept) => session.tellKept(kept)),
    after: clock.after,
    onHide,
    newId,
    tab,
    look: lookAtPicture,
  })
  sessions.set(runs, session)
  return session
}

/** What is being edited, as it stands now, and what can be done with it. */
function useEditSession() {
  const session = sessionOf(useRuns())
  return { session, ...useSyncExternalStore(session.subscribe, session.state) }
}

/** Everything the Edit tool knows and can do. */
export function useEdit(stored: EditDraft | undefined, keep: (draft: EditDraft) => void) {
  const place = useToolPlace(editTool)
  const { form, model, card, price } = useToolForm(editTool, setup, stored)
  const [sendAs, setSendAs] = useState<SendingWay>(stored?.sendAs ?? 'auto')
  useKept(
    useMemo(() => ({ request: form.draft, unread: form.unread, sendAs }), [form.draft, form.unread, sendAs]),
    keep,
  )
  const edit = useEditSession()
  const connection = useConnection()
  const { runs, loading, unreadable } = useThread(editTool.id)
  const { stop } = useRuns()
  const earlier = useEarlierEdit({ session: edit.session, form, sendAs, setSendAs, tasks })
  const sending = useEditSending({ form, model, card, sendAs, setSendAs, tasks, connection, ...edit })

  // The address names what is on the screen.
  useEffect(() => {
    if (model !== place.model) place.nameModel(model)
  })

  const running = runs.findLast((run) => run.live !== undefined && isOpen(run.status))
  return {
    ...{ form, model, card, price, sendAs, setSendAs, connection, runs, loading, unreadable, running, tasks, earlier },
    ...edit,
    ...sending,
    apply: () => {
      if (!running) sending.apply()
    },
    stop: (id: string) => void stop(id),
  }
}

export type EditTools = ReturnType<typeof useEdit>
