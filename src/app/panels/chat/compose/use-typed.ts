import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { useKept } from '../../../run/use-draft.ts'
import { ToolDraft, type ToolFormState } from '../../../tool/use-tool-form.ts'

/** What is kept of the panel between two visits: nothing that was typed is lost. */
export const ChatDraft = z.object({
  ...ToolDraft.shape,
  /** The conversation that it is for. */
  thread: z.string().check(z.minLength(1)),
  /** That conversation has no turn yet. */
  isNew: z.optional(z.boolean()),
  text: z.optional(z.string()),
  /** The number of attached pictures. They have a draft of their own, which is read only if there are any. */
  pictures: z.optional(z.number()),
  /** Results typed for calls, by call id. */
  answers: z.optional(anyKeyRecord(z.object({ text: z.string(), failed: z.boolean() }))),
})
export type ChatDraft = z.infer<typeof ChatDraft>

interface Beside extends Pick<ChatDraft, 'thread' | 'isNew' | 'pictures' | 'borrowed'>, Pick<ToolFormState, 'kept'> {}

/** The unsent message and tool results, stored as they are typed. `stored` is the draft of the last visit. */
export function useTyped(stored: ChatDraft | undefined, beside: Beside, keep: (draft: ChatDraft) => void) {
  const { thread, isNew, kept, pictures, borrowed } = beside
  const [text, setText] = useState(stored?.text ?? '')
  const [answers, setAnswers] = useState(stored?.answers ?? {})
  const draft = useMemo(
    () => ({ thread, isNew, text, pictures, answers, ...kept, borrowed }),
    [thread, isNew, text, pictures, answers, kept, borrowed],
  )
  useKept(draft, keep, stored ? 'known' : 'fresh')
  return { text, setText, answers, setAnswers }
}
