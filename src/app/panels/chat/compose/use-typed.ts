import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { recordSchema } from '#contract/core/record-schema.ts'
import type { Unread } from '../../../form/form-values.ts'
import { useKept } from '../../../run/use-draft.ts'
import { ToolDraft } from '../../../tool/use-tool-form.ts'

/** What is kept of the panel between two visits: nothing that was typed is lost. */
export const ChatDraft = z.object({
  ...ToolDraft.shape,
  /** The conversation that was open. */
  thread: z.string().check(z.minLength(1)),
  text: z.optional(z.string()),
  /** The number of attached pictures. They have a draft of their own, which is read only if there are any. */
  pictures: z.optional(z.number()),
  /** Results typed for calls, by call id. */
  answers: z.optional(recordSchema(z.object({ text: z.string(), failed: z.boolean() }))),
})
export type ChatDraft = z.infer<typeof ChatDraft>

/** The unsent message and tool results, stored as they are typed. `stored` is the draft of the last visit. */
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
