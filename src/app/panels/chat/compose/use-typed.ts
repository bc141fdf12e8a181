import { useMemo, useState } from 'react'
import type { Unread } from '../../../form/form-values.ts'
import { useKept } from '../../../run/use-draft.ts'
import type { ChatDraft } from './chat-draft.ts'

/** What the person has typed and not sent, kept as they type. `stored` is what was kept the last time, if anything was. */
export function useTyped(
  stored: ChatDraft | undefined,
  {
    thread,
    request,
    unread,
    pictures,
  }: Pick<ChatDraft, 'thread' | 'request' | 'pictures'> & { readonly unread: Unread },
  keep: (draft: ChatDraft) => void,
) {
  const [text, setText] = useState(stored?.text ?? '')
  const [answers, setAnswers] = useState(stored?.answers ?? {})
  const draft = useMemo(
    () => ({ thread, text, pictures, answers, request, unread }),
    [thread, text, pictures, answers, request, unread],
  )
  useKept(draft, keep, stored ? 'known' : 'fresh')
  return { text, setText, answers, setAnswers }
}
