import { useDeferredValue, useMemo, useState } from 'react'
import { type Conversation, conversationsOf, heldRuns, holdsText } from '../../../run/history/conversations.ts'
import { useRunActions } from '../../../run/history/run-actions.ts'
import { useHistory, useTextSearch } from '../../../run/history/use-history.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { chatTool, toolOf, useTools } from '../../../tool/tools.ts'
import { shortly } from '../../../ui/format.ts'

/** What was done last, or why it was not, as a sentence. */
export interface News {
  readonly kind: 'done' | 'failed'
  readonly words: string
  /** Absent where there is nothing to undo. */
  readonly undo?: () => Promise<void>
  /** The conversation that it is about. */
  readonly id?: string
}

/** The conversations that match what is searched for, and what can be done with them. */
export function useConversations() {
  const { rows, loading } = useHistory()
  const actions = useRunActions()
  const [text, setText] = useState('')
  const [news, setNews] = useState<News>()
  const tools = useTools()
  const all = useMemo(() => conversationsOf(rows, (row) => toolOf(tools, row) === chatTool), [rows, tools])
  const sought = useDeferredValue(text.trim())
  const words = useDeferredValue(useTextSearch(sought !== ''))
  const listed = useMemo(
    () => (sought === '' ? all : all.filter((one) => holdsText(one, sought, words.wordsOf))),
    [all, sought, words],
  )

  /** Runs a change of the ledger; its failure becomes the news. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      setNews({ kind: 'failed', words: notSaved(error) })
      return undefined
    }
  }

  return {
    ...{ all, listed, loading, text, setText, news, setNews },
    /** The texts of some runs have not been searched yet. */
    isReading: sought !== '' && words.reading,
    rename: (one: Conversation, title: string) => void attempt(() => actions.changeConversation(one, { title })),
    pin: (one: Conversation, place: Conversation['place']) =>
      void attempt(() => actions.changeConversation(one, { place })),
    /** Deletes all runs of a conversation, or none where one of them cannot be deleted. Resolves with whether it did. */
    async remove(one: Conversation): Promise<boolean> {
      if (heldRuns(one).length > 0) {
        setNews({ kind: 'failed', words: whyHeld(one) })
        return false
      }
      const change = await attempt(() => actions.remove(one.runs.map(({ id }) => id)))
      if (change === undefined) return false
      setNews({ kind: 'done', words: `Deleted “${shortly(one.title, 60)}”`, undo: change.undo, id: one.id })
      return true
    },
    async undo(): Promise<boolean> {
      const { undo } = news ?? {}
      const isDone = undo && (await attempt(() => undo().then(() => true)))
      if (isDone) setNews(undefined)
      return isDone === true
    },
  }
}

export type Conversations = ReturnType<typeof useConversations>

const whyHeld = ({ status }: Conversation) =>
  status === 'running'
    ? 'Not deleted: an answer is still in progress. Stop it first.'
    : 'Not deleted: one of its runs has an unknown result. Resolve it in Runs first.'
