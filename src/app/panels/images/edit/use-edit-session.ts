import { useSyncExternalStore } from 'react'
import { lookAtPicture } from '../../../files/look-at-picture.ts'
import { openFileDrafts } from '../../../run/file-drafts.ts'
import { newId } from '../../../run/new-id.ts'
import type { Runs } from '../../../run/runs.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { EditSession } from './edit-session.ts'

/** One for each page: it goes on while another panel is shown. */
const sessions = new WeakMap<Runs, EditSession>()

function sessionOf(runs: Runs): EditSession {
  const known = sessions.get(runs)
  if (known) return known
  const { clock, onHide, tab } = runs.tools
  const session: EditSession = new EditSession({
    openDraft: openFileDrafts(runs.tools, 'images.edit.files', ['work', 'mask', 'aside'], (kept) =>
      session.tellKept(kept),
    ),
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
export function useEditSession() {
  const session = sessionOf(useRuns())
  return { session, ...useSyncExternalStore(session.subscribe, session.state) }
}
