import { useEffect, useMemo, useRef, useState } from 'react'
import type { Entries } from '../../form/entries.ts'
import type { ChatDraft } from './chat-draft.ts'

/** What the person has typed and not sent, kept as they type. `stored` is what was kept the last time, if anything was. */
export function useTyped(
  stored: ChatDraft | undefined,
  { thread, request, unread }: Pick<ChatDraft, 'thread' | 'request'> & { readonly unread: Entries },
  keep: (draft: ChatDraft) => void,
) {
  const [text, setText] = useState(stored?.text ?? '')
  const [answers, setAnswers] = useState(stored?.answers ?? {})
  // Not with every piece of a reply: a request may hold megabytes.
  const draft = useMemo(
    () => JSON.stringify({ thread, text, answers, request, unread }),
    [thread, text, answers, request, unread],
  )
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
