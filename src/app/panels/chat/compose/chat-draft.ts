import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { isRecord } from '#contract/core/loose-json.ts'
import type { RequestDraft } from '../../../form/request-draft.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { Run } from '../../../run/run.ts'
import { readDraft, writeDraft } from '../../../run/stored-draft.ts'
import { useKept } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { HandedFiles } from '../../../tool/hand-over.ts'
import { chatTool } from '../../../tool/tools.ts'
import type { useBorrowed } from '../../../tool/use-borrowed.ts'
import { ToolDraft, type ToolFormState } from '../../../tool/use-tool-form.ts'
import type { useAttachments } from '../attachments/use-attachments.ts'
import { Columns } from '../columns/chat-columns.ts'
import { type AllAnswers, ToolAnswer } from '../turn/turn.ts'

/** What is kept of the panel between two visits: nothing that was typed is lost. */
export const ChatDraft = z.object({
  ...ToolDraft.shape,
  thread: z.string().check(z.minLength(1)),
  /** That conversation has no turn yet. */
  isNew: z.optional(z.boolean()),
  text: z.optional(z.string()),
  /** The number of attached files, of whatever kind. They have a draft of their own, which is read only if there are any. */
  pictures: z.optional(z.number()),
  /** By the id of the run that asks: several columns may ask with the same ids of calls. */
  answers: z.catch(z.optional(anyKeyRecord(anyKeyRecord(ToolAnswer))), undefined),
  /** The prompt in use (`prompts/prompt-in-use.ts` reads it). */
  prompt: z.optional(z.unknown()),
  columns: z.catch(z.optional(Columns), undefined),
  /** Present where only what is new is sent, after an answer that the router keeps. */
  history: z.optional(z.literal('kept')),
})
export type ChatDraft = z.infer<typeof ChatDraft>

interface Beside
  extends Pick<ChatDraft, 'thread' | 'isNew' | 'pictures' | 'borrowed' | 'columns' | 'history'>,
    Pick<ToolFormState, 'kept'> {}

/** The unsent message and tool results, stored as they are typed. `stored` is the draft of the last visit. */
export function useTyped(stored: ChatDraft | undefined, beside: Beside, keep: (draft: ChatDraft) => void) {
  const { thread, isNew, kept, pictures, borrowed, columns, history } = beside
  const [text, setText] = useState(stored?.text ?? '')
  const [answers, setAnswers] = useState<AllAnswers>(stored?.answers ?? {})
  const [prompt, setPrompt] = useState(stored?.prompt)
  const draft = useMemo(
    () => ({ thread, isNew, text, pictures, answers, ...kept, borrowed, columns, history, prompt }),
    [thread, isNew, text, pictures, answers, kept, borrowed, columns, history, prompt],
  )
  useKept(draft, keep, stored ? 'known' : 'fresh')
  return { text, setText, answers, setAnswers, prompt, setPrompt }
}

/** What was typed for a conversation and not sent, kept while another one is shown. */
const Unsent = z.object({
  text: z.string(),
  answers: ChatDraft.shape.answers,
  prompt: ChatDraft.shape.prompt,
  unread: ChatDraft.shape.unread,
  pictures: z.optional(HandedFiles),
})
type Unsent = z.infer<typeof Unsent>

/** The conversation that the message box belongs to; `isSettled` once the form does too. */
export interface HeldConversation {
  readonly thread: string
  readonly isSettled: boolean
}

interface Reopening {
  readonly thread: string
  readonly path: readonly Run[]
  readonly loading: boolean
  readonly held: HeldConversation
  readonly setHeld: (held: HeldConversation) => void
  /** The held conversation has no turn yet. */
  readonly wasNew: boolean
  readonly form: RequestForm
  readonly loan: ReturnType<typeof useBorrowed>
  readonly typed: ReturnType<typeof useTyped>
  readonly attachments: ReturnType<typeof useAttachments>
}

/**
 * When another conversation is shown, keeps what was typed and not sent for the one before, brings back what this one had, and fills the
 * form with what its last turn was sent with. A new conversation has the person's own parameters.
 */
export function useReopened(reopening: Reopening): void {
  const { thread, path, loading, held, setHeld, wasNew, form, loan, typed, attachments } = reopening
  const runs = useRuns()
  const isNew = path.length === 0
  const leaving = useRef<Promise<void>>(Promise.resolve())

  const leave = useEffectEvent(() => {
    const slot = slotOf(held.thread, wasNew)
    const { text, answers, prompt } = typed
    const left = { text, answers, prompt, unread: form.unread }
    if (!isEmpty(left)) writeDraft(runs, slot, left satisfies Unsent)
    leaving.current = attachments.filled().then((tray) => {
      const taken = tray?.takeOut()
      if (taken) writeDraft(runs, slot, { ...left, pictures: taken } satisfies Unsent)
    })
    typed.setText('')
    typed.setAnswers({})
    typed.setPrompt(undefined)
    setHeld({ thread, isSettled: false })
  })
  const arrive = useEffectEvent((unsent: Unsent | undefined) => {
    if (unsent) {
      writeDraft(runs, slotOf(thread, isNew), undefined)
      // Something may have been typed meanwhile.
      typed.setText((now) => [unsent.text, now].filter(Boolean).join('\n'))
      typed.setAnswers((now) => ({ ...unsent.answers, ...now }))
      typed.setPrompt((now: unknown) => now ?? unsent.prompt)
      if (unsent.pictures) attachments.put(unsent.pictures)
    }
    const last = path.at(-1)
    if (last) loan.put(parametersOf(last) ?? { ...loan.own, model: last.model }, { run: last.id }, unsent?.unread)
    else loan.giveBack(unsent?.unread)
    setHeld({ thread, isSettled: true })
  })
  useLayoutEffect(() => {
    if (held.thread !== thread) leave()
  }, [held, thread])
  useEffect(() => {
    if (held.thread !== thread || held.isSettled || loading) return undefined
    let isCurrent = true
    void leaving.current
      .then(() => readDraft(runs, slotOf(thread, isNew)))
      .then((unsent) => isCurrent && arrive(z.safeParse(Unsent, unsent).data))
    return () => {
      isCurrent = false
    }
  }, [runs, thread, held, loading, isNew])
}

/** The parameters that a turn was sent with, without its conversation; undefined where its request is lost. */
export function parametersOf({ request }: Pick<Run, 'request'>): RequestDraft | undefined {
  const filled = chatTool.fills ?? {}
  if (!isRecord(request)) return undefined
  // The next turn follows this one, not the answer before it.
  const { previous_response_id: _, ...own } = request
  return Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(filled, name)))
}

/** A conversation without a turn is not listed: there is one draft for all of them, the next new one’s. */
const slotOf = (thread: string, isNew: boolean) => `${chatTool.id}.unsent.${isNew ? 'new' : thread}`

const isEmpty = ({ text, answers = {}, unread = {}, prompt }: Unsent) =>
  text.trim() === '' && prompt === undefined && Object.keys({ ...answers, ...unread }).length === 0
