import { useDeferredValue, useMemo } from 'react'
import type { UndoStep } from '../../../history/use-undo.ts'
import { useRunActions } from '../../../run/history/run-actions.ts'
import { type Conversation, conversationsOf, heldRuns, holdsText } from '../../../run/history/stored-conversations.ts'
import { useHistory, useTextSearch } from '../../../run/history/use-history.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { isLabThread } from '../../../run/stored-draft.ts'
import { chatTool, toolOf, useTools } from '../../../tool/tools.ts'
import { shortly } from '../../../ui/format.ts'

export function useConversations(text: string) {
  const { rows, loading } = useHistory()
  const tools = useTools()
  const all = useMemo(
    () => conversationsOf(rows, (row) => toolOf(tools, row) === chatTool && !isLabThread(row.thread)),
    [rows, tools],
  )
  const sought = useDeferredValue(text.trim())
  const words = useDeferredValue(useTextSearch(sought !== ''))
  const listed = useMemo(
    () => (sought === '' ? all : all.filter((one) => holdsText(one, sought, words.wordsOf))),
    [all, sought, words],
  )
  /** `isReading`: the texts of some runs have not been searched yet. */
  return { all, listed, loading, isReading: sought !== '' && words.reading }
}

/** Changes of conversations. A failure, and what can be undone, is told by `onStep`. */
export function useConversationEdits(onStep: (step: UndoStep) => void) {
  const actions = useRunActions()

  async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      onStep({ words: notSaved(error), isFailed: true })
      return undefined
    }
  }

  return {
    rename: (one: Conversation, title: string) => void attempt(actions.changeConversation(one, { title })),
    pin: (one: Conversation) =>
      void attempt(actions.changeConversation(one, { place: one.place === 'pinned' ? 'usual' : 'pinned' })),
    /** Deletes all runs of a conversation, or none where one of them cannot be deleted. Resolves with whether it did. */
    async remove(one: Conversation): Promise<boolean> {
      if (heldRuns(one).length > 0) {
        onStep({ words: whyHeld(one), isFailed: true })
        return false
      }
      const change = await attempt(actions.remove(one.runs.map(({ id }) => id)))
      if (change) onStep({ words: `Deleted “${shortly(one.title, 60)}”`, undo: change.undo, id: one.id })
      return change !== undefined
    },
  }
}

const whyHeld = ({ status }: Conversation) =>
  status === 'running'
    ? 'Not deleted: an answer is still in progress. Stop it first.'
    : 'Not deleted: one of its runs has an unknown result. Resolve it in Runs first.'
