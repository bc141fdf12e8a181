import { useEffect, useRef, useState } from 'react'
import type { ChatDraft, OpenedDraft } from './chat-draft.ts'

/** What the person has typed and not sent, kept as they type. */
export function useTyped(stored: OpenedDraft, request: ChatDraft['request'], keep: (draft: ChatDraft) => void) {
  const [thread, setThread] = useState(stored.thread)
  const [text, setText] = useState(stored.text)
  const [answers, setAnswers] = useState(stored.answers)
  const opened = useRef(stored.visit === 'first')
  useEffect(() => {
    // Just opening the panel is nothing to write down: another tab may have a newer draft.
    // On the first visit there is none, and its thread has to be found again after a crash.
    if (opened.current) keep({ thread, text, answers, request })
    opened.current = true
  }, [keep, thread, text, answers, request])
  return { thread, setThread, text, setText, answers, setAnswers }
}
