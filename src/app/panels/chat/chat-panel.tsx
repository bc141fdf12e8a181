import { useState } from 'react'
import { newId } from '../../run/new-id.ts'
import { useDraft } from '../../run/use-draft.ts'
import { chatTool } from '../../tool/tools.ts'
import { Chat } from './chat.tsx'
import { ChatDraft } from './compose/chat-draft.ts'
import { usePlace } from './use-place.ts'

/** The panel of `POST /responses`. It waits for what was typed last time, then stands as it was left. */
export function ChatPanel() {
  const [place] = usePlace()
  const [fresh] = useState(newId)
  const { loading, stored, write } = useDraft(chatTool.id, ChatDraft)
  if (loading) return <main className="flex-1" aria-busy="true" />
  return <Chat thread={place.thread ?? stored?.thread ?? fresh} stored={stored} keep={write} />
}
