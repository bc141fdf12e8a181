import { useEffect, useState } from 'react'
import type { Run } from '../../../run/run.ts'
import { chatTool } from '../../../tool/tools.ts'
import { useBorrowed } from '../../../tool/use-borrowed.ts'
import { useSharedModel } from '../../../tool/use-place.ts'
import { useToolForm } from '../../../tool/use-tool-form.ts'
import { lateCode } from '../../../ui/late-code.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import type { ChatColumns } from '../columns/chat-columns.ts'
import { userItem } from '../turn/turn.ts'
import { type OpenConversation, useChatPlace } from '../turn/use-conversation.ts'
import { type ChatDraft, type HeldConversation, useReopened, useTyped } from './chat-draft.ts'
import { chatSetup } from './chat-setup.ts'

const toolAnswers = lateCode(() => import('../calls/tool-answers.ts'))
const loadPrompt = lateCode(() => import('../prompts/prompt-in-use.ts'))

/** What is sent next: the form, what is typed and attached, and whether they belong to the conversation that is shown. */
export function useMessage(
  conversation: OpenConversation,
  { columns }: Pick<ChatColumns, 'columns'>,
  stored: ChatDraft | undefined,
  keep: (draft: ChatDraft) => void,
) {
  const { thread, path, loading, asked } = conversation
  const [place, go] = useChatPlace()
  const toolForm = useToolForm(chatTool, chatSetup, stored)
  const { form, model, kept } = toolForm
  const loan = useBorrowed(form, stored?.borrowed)
  // A conversation that the address names, and no draft is for, is yet to be brought back.
  const [held, setHeld] = useState<HeldConversation>({
    thread: stored?.thread ?? thread,
    isSettled: stored !== undefined || place.thread === undefined,
  })
  const isHeld = held.thread === thread && held.isSettled
  const [isNew, setNew] = useState(stored?.isNew ?? false)
  if (isHeld && !loading && isNew !== (path.length === 0)) setNew(!isNew)
  // A draft that another part of the app left here does not say.
  const attachments = useAttachments(stored && (stored.pictures ?? 1))
  const [history, setHistory] = useState(stored?.history)
  const [library, setLibrary] = useState<'list' | 'save' | Run>()
  const beside = { thread: held.thread, isNew, kept, columns, history }
  const typed = useTyped(stored, { ...beside, pictures: attachments.count, borrowed: loan.borrowed }, keep)
  useReopened({ ...{ thread, path, loading, held, setHeld, form, loan, typed, attachments }, wasNew: isNew })

  // The address names what is on the screen; going back leads to the conversation before this one.
  const isUnnamed = place.thread !== thread
  useSharedModel(place.model, model, isHeld ? form : undefined, () => {
    // While answers are compared blind, the address names no model.
    if (model !== '') go({ thread, model: columns?.blind ? undefined : model }, 'replace')
  })
  useEffect(() => {
    if (isUnnamed) go({ thread }, 'replace')
  })

  const own = {
    // What is sent holds all turns: nothing is sent before they are read.
    ...{ toolForm, loan, isHeld: isHeld && !loading, attachments, typed, history, setHistory },
    /** The dialog of prompts: open with its list, or to save what is typed or a turn. */
    ...{ library, setLibrary },
    /** Removes the typed results for runs, once they are sent. */
    dropResults: (...runs: readonly (Run | undefined)[]) =>
      typed.setAnswers((now) =>
        Object.fromEntries(Object.entries(now).filter(([id]) => !runs.some((run) => run?.id === id))),
      ),
    /** The results, the words and what is attached, as the next turn; undefined where a file cannot be read, or is none for the model. */
    async turnWith(words: string) {
      const message = await attachments.message(toolForm.card)
      const results = asked.length > 0 ? (await toolAnswers()).resultsIn(path, typed.answers) : []
      if (!message) return undefined
      if (typed.prompt !== undefined)
        return (await loadPrompt()).withPrompt({ ...own, results }, typed.prompt, words, message)
      const said = words.trim() !== '' || message.parts.length > 0
      return { ...message, turn: [...results, ...(said ? [userItem(words, message.parts)] : [])], fill: undefined }
    },
  }
  return own
}

export type Message = ReturnType<typeof useMessage>
