import { useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { createMaskTasks } from '../../../mask/work/mask-tasks.ts'
import { isOpen } from '../../../run/life/states.ts'
import { useKept } from '../../../run/use-kept.ts'
import { useStop, useThread } from '../../../run/use-runs.tsx'
import { useToolPlace } from '../../../tool/use-tool-place.ts'
import { usePictureForm } from '../use-picture-form.ts'
import { type EditDraft, EditRequest, freshRequest, reserved, type SendingWay } from './edit-request.ts'
import { useEarlierEdit } from './use-earlier-edit.ts'
import { useEditSending } from './use-edit-sending.ts'
import { useEditSession } from './use-edit-session.ts'

/** All runs of this tool are one thread, so that they stand on its stage again after a reload. */
const thread = 'images.edit'

/** Work on masks beside the page; its worker starts with the first of it. */
const tasks = createMaskTasks()

/** Everything the Edit tool knows and can do. */
export function useEdit(stored: EditDraft | undefined, keep: (draft: EditDraft) => void) {
  const place = useToolPlace()
  const { form, model, card, price } = usePictureForm({
    ...{ schema: EditRequest, endpoint: 'images.edits', fresh: freshRequest, reserved },
    kept: { ...stored?.request, ...(place.model && { model: place.model }) },
    unread: stored?.unread,
  })
  const [sendAs, setSendAs] = useState<SendingWay>(stored?.sendAs ?? 'auto')
  useKept(
    useMemo(() => ({ request: form.draft, unread: form.unread, sendAs }), [form.draft, form.unread, sendAs]),
    keep,
  )
  const edit = useEditSession()
  const connection = useConnection()
  const { runs, loading, unreadable } = useThread(thread)
  const stop = useStop()
  const earlier = useEarlierEdit({ session: edit.session, form, sendAs, setSendAs, tasks })
  const sending = useEditSending({ thread, form, model, card, sendAs, setSendAs, tasks, connection, ...edit })

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
