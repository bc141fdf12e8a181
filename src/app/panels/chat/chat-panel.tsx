import { newId } from '../../run/new-id.ts'
import { useDraft } from '../../run/use-draft.ts'
import { Chat } from './chat.tsx'
import { ChatDraft } from './chat-draft.ts'
import { usePlace } from './use-place.ts'

/** The panel of `POST /responses`. It waits for what was typed last time, then stands as it was left. */
export function ChatPanel() {
  const [place] = usePlace()
  const draft = useDraft('chat', ChatDraft)
  if (draft.loading) return <main className="flex-1" aria-busy="true" />
  const thread = place.thread ?? draft.stored?.thread ?? newId()
  const stored = { text: '', answers: {}, ...draft.stored, thread }
  const model = place.model ?? stored.request?.model
  const request = { ...stored.request, ...(typeof model === 'string' && { model }) }
  const visit = draft.stored === undefined ? 'first' : 'later'
  return <Chat stored={{ ...stored, request, visit }} keep={draft.write} />
}
