import { useEffect, useRef, useState } from 'react'
import type { ChatDraft } from './chat-draft.ts'

/** What the person has typed and not sent, kept as they type. `stored` is what was kept the last time, if anything was. */
export function useTyped(
  stored: ChatDraft | undefined,
  { thread, request }: Pick<ChatDraft, 'thread' | 'request'>,
  keep: (draft: ChatDraft) => void,
) {
  const [text, setText] = useState(stored?.text ?? '')
  const [answers, setAnswers] = useState(stored?.answers ?? {})
  const draft = JSON.stringify({ thread, text, answers, request })
  // Just opening the panel is nothing to write down: another tab may have a newer draft. On the first visit there is none, and
  // its conversation has to be found again after a crash.
  const kept = useRef(stored && draft)
  useEffect(() => {
    if (draft === kept.current) return
    kept.current = draft
    keep(JSON.parse(draft))
  }, [draft, keep])
  return { text, setText, answers, setAnswers }
}
