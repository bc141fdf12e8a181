import { useEffect } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { newId } from '../../run/new-id.ts'
import type { ToolCall } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { chatTool } from '../../tool/tools.ts'
import { usePlace } from '../../tool/use-place.ts'
import { useToolForm } from '../../tool/use-tool-form.ts'
import { chatSetup } from './compose/chat-setup.ts'
import type { ChatExample } from './compose/examples.ts'
import { focusMessage } from './compose/focus-message.ts'
import { useExample } from './compose/use-example.ts'
import { useSend } from './compose/use-send.ts'
import { type ChatDraft, useTyped } from './compose/use-typed.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { answerTo, isGiven, lastWords, readTurn, resultsOf, reworded, type ToolAnswer, userItem } from './turn/turn.ts'
import { usePath } from './turn/use-path.ts'

/** The state and the actions of the chat panel. */
export function useChat(thread: string, stored: ChatDraft | undefined, keep: (draft: ChatDraft) => void) {
  const [place, go] = useChatPlace()
  const toolForm = useToolForm(chatTool, chatSetup, stored)
  const { form, model } = toolForm
  const connection = useConnection()
  const example = useExample(form, connection)
  // A draft that another part of the app left here does not say.
  const pictures = usePictures(stored && (stored.pictures ?? 1))
  const typed = useTyped(stored, { thread, kept: toolForm.kept, pictures: pictures.count }, keep)
  const { text, answers } = typed
  const { stop } = useRuns()
  const { before, leafOf, ...shown } = usePath(thread, place.run)
  const { path, running, calls } = shown
  const { send, ...sending } = useSend({ toolForm, connection, thread }, (run) => go({ thread, run }, 'replace'))

  // The address names what is on the screen; going back leads to the conversation before this one.
  useEffect(() => {
    if (place.thread !== thread || (model !== '' && model !== place.model)) go({ thread, model }, 'replace')
  })

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

  function startOver(): void {
    typed.setAnswers({})
    go({ thread: newId(), run: undefined })
  }

  /** For a press on a control that goes with what it did. */
  const thenType =
    <Given extends readonly unknown[]>(work: (...given: Given) => void) =>
    (...given: Given) => {
      work(...given)
      focusMessage()
    }

  return {
    ...{ ...shown, ...toolForm, connection, text, answers, pictures, ...sending },
    dismiss: thenType(sending.dismiss),
    example: {
      title: example.title,
      offered: example.offered,
      restore: thenType(example.restore),
      keep: thenType(example.keep),
    },
    setText: typed.setText,
    unanswered: calls.filter((call) => !isGiven(answerTo(call, answers))),
    answer: (call: ToolCall, given: ToolAnswer) => typed.setAnswers({ ...answers, [call.callId]: given }),
    last: lastWords(path),
    send: (words = text) => void sendTyped(words),
    /** Sends the typed results alone; the unsent message stays. */
    returnResults: thenType(() => send(path, resultsOf(calls, answers), {}, () => typed.setAnswers({}))),
    tryOut: thenType((one: ChatExample) => {
      example.take(one)
      void sendTyped(one.prompt)
    }),
    again: thenType((run: Run) => send(before(run), readTurn(run.turn), { repeats: run.id, filesOf: [run.id] })),
    edit: thenType((run: Run, words: string) =>
      send(before(run), reworded(readTurn(run.turn), words), { filesOf: [run.id] }),
    ),
    stop: () => void (running && stop(running.id)),
    stopElsewhere: thenType((run: Run) => void stop(run.id)),
    showBranch: (run: Run, at: number) => go({ thread, run: leafOf(run, at) ?? place.run }),
    open: (id: string) => go({ thread: id, run: undefined }),
    startOver,
    /** The same by a press: a new conversation unless this one is, ready to be typed into. */
    startAgain: thenType(() => path.length > 0 && startOver()),
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
