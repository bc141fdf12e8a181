import { useEffect, useMemo } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { isOpen } from '../../run/life/states.ts'
import { newId } from '../../run/new-id.ts'
import type { ToolCall } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useRuns, useThread } from '../../run/use-runs.tsx'
import { chatTool } from '../../tool/tools.ts'
import { usePlace } from '../../tool/use-place.ts'
import { useToolForm } from '../../tool/use-tool-form.ts'
import { chatSetup } from './compose/chat-setup.ts'
import { useSend } from './compose/use-send.ts'
import { type ChatDraft, useTyped } from './compose/use-typed.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { branchesIn, leafBelow, openCalls, pathTo } from './turn/conversation.ts'
import { answerTo, isGiven, lastWords, readTurn, resultsOf, reworded, type ToolAnswer, userItem } from './turn/turn.ts'

/** The state and the actions of the chat panel. */
export function useChat(thread: string, stored: ChatDraft | undefined, keep: (draft: ChatDraft) => void) {
  const [place, go] = useChatPlace()
  const { form, model, card, price } = useToolForm(chatTool, chatSetup, stored)
  // A draft that another part of the app left here does not say.
  const pictures = usePictures(stored && (stored.pictures ?? 1))
  const { count } = pictures
  const typed = useTyped(stored, { thread, request: form.draft, unread: form.unread, pictures: count }, keep)
  const { text, answers } = typed
  const connection = useConnection()
  const { stop } = useRuns()
  const { runs, loading, unreadable } = useThread(thread)
  const { send, ...sending } = useSend({ form, model, connection, price, thread }, (run) =>
    go({ thread, run }, 'replace'),
  )

  // The address names what is on the screen; going back leads to the conversation before this one.
  useEffect(() => {
    if (place.thread !== thread || (model !== '' && model !== place.model)) go({ thread, model }, 'replace')
  })

  const leaf = runs.find((run) => run.id === place.run) ?? runs.at(-1)
  const path = useMemo(() => pathTo(runs, leaf?.id), [runs, leaf])
  const branches = useMemo(() => branchesIn(runs), [runs])
  const branchesAt = (run: Run) => branches.get(run.parent) ?? [run]
  const running = leaf && isOpen(leaf.status) ? leaf : undefined
  const calls = running ? [] : openCalls(path)
  const before = (run: Run) => path.slice(0, path.indexOf(run))

  async function sendTyped(words: string): Promise<void> {
    const message = await pictures.message()
    if (!message) return
    const { parts, files, sent } = message
    const said = words.trim() !== '' || parts.length > 0
    const turn = [...resultsOf(calls, answers), ...(said ? [userItem(words, parts)] : [])]
    if (turn.length === 0 || running) return
    send(path, turn, { files }, () => {
      // What was typed since the press is the next message.
      typed.setText((now) => (now === words ? '' : now))
      typed.setAnswers({})
      sent()
    })
  }

  return {
    ...{ form, price, card, connection, loading, unreadable, path, running },
    ...{ calls, text, answers, pictures, ...sending },
    setText: typed.setText,
    /** Calls of the last answer that have no result yet. */
    unanswered: calls.filter((call) => !isGiven(answerTo(call, answers))),
    answer: (call: ToolCall, given: ToolAnswer) => typed.setAnswers({ ...answers, [call.callId]: given }),
    last: lastWords(path),
    send: (words = text) => void sendTyped(words),
    again: (run: Run) => send(before(run), readTurn(run.turn), { repeats: run.id, filesOf: [run.id] }),
    edit: (run: Run, words: string) => send(before(run), reworded(readTurn(run.turn), words), { filesOf: [run.id] }),
    stop: () => void (running && stop(running.id)),
    /** Runs of this conversation that are on their way on another branch. */
    elsewhere: runs.filter((run) => isOpen(run.status) && run !== running),
    stopElsewhere: (run: Run) => void stop(run.id),
    branches: branchesAt,
    showBranch(run: Run, at: number) {
      const branch = branchesAt(run)[at]
      if (branch) go({ thread, run: leafBelow(runs, branch).id })
    },
    startOver() {
      typed.setAnswers({})
      go({ thread: newId(), run: undefined })
    },
  }
}

export type ChatState = ReturnType<typeof useChat>

interface Place {
  readonly thread?: string | undefined
  readonly run?: string | undefined
  readonly model?: string | undefined
}

/** The conversation, run and model that the address names; `go` keeps those that it is not given. */
export function useChatPlace(): readonly [place: Place, go: (next: Place, how?: 'push' | 'replace') => void] {
  const { word, write } = usePlace()
  const place: Place = { thread: word('thread'), run: word('run'), model: word('model') }
  return [place, (next, how = 'push') => write({ ...place, ...next }, how)]
}
