import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { newId } from '../../run/new-id.ts'
import type { ToolCall } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { chatTool } from '../../tool/tools.ts'
import { useBorrowed } from '../../tool/use-borrowed.ts'
import { isCurrent, useNewModel, usePlace } from '../../tool/use-place.ts'
import { useToolForm } from '../../tool/use-tool-form.ts'
import { chatSetup } from './compose/chat-setup.ts'
import type { ChatExample } from './compose/examples.ts'
import { focusMessage } from './compose/focus-message.ts'
import { useExample } from './compose/use-example.ts'
import { type HeldConversation, useReopened } from './compose/use-reopened.ts'
import { useSend } from './compose/use-send.ts'
import { type ChatDraft, useTyped } from './compose/use-typed.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { answerTo, isGiven, lastWords, readTurn, resultsOf, reworded, type ToolAnswer, userItem } from './turn/turn.ts'
import { usePath } from './turn/use-path.ts'

/** What is sent next: the form, what is typed and attached, and the conversation that both are for. */
function useNextTurn(thread: string, stored: ChatDraft | undefined, keep: (draft: ChatDraft) => void) {
  const [place, go] = useChatPlace()
  const toolForm = useToolForm(chatTool, chatSetup, stored)
  const { form, model, kept } = toolForm
  const loan = useBorrowed(form, stored?.borrowed)
  const path = usePath(thread, place.run)
  // A conversation that the address names, and no draft is for, is yet to be brought back.
  const [held, setHeld] = useState<HeldConversation>({
    thread: stored?.thread ?? thread,
    isSettled: stored !== undefined || place.thread === undefined,
  })
  const isHeld = held.thread === thread && held.isSettled
  const [isNew, setNew] = useState(stored?.isNew ?? false)
  if (isHeld && !path.loading && isNew !== (path.path.length === 0)) setNew(!isNew)
  // A draft that another part of the app left here does not say.
  const pictures = usePictures(stored && (stored.pictures ?? 1))
  const beside = { thread: held.thread, isNew, kept, pictures: pictures.count, borrowed: loan.borrowed }
  const typed = useTyped(stored, beside, keep)
  useReopened({ ...{ thread, ...path, held, setHeld, form, loan, typed, pictures }, wasNew: isNew })

  // The address names what is on the screen; going back leads to the conversation before this one.
  const isUnnamed = place.thread !== thread
  useNewModel(place.model, model, isHeld ? form : undefined)
  useEffect(() => {
    if (isUnnamed) go({ thread }, 'replace')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address with another model is not corrected, but followed.
  useEffect(() => {
    if (isCurrent(form, model) && model !== '' && model !== place.model) go({ thread, model }, 'replace')
  }, [model, place.model === undefined])
  return { toolForm, loan, path, isHeld, pictures, typed }
}

/** The state and the actions of the chat panel. */
export function useChat(thread: string, stored: ChatDraft | undefined, keep: (draft: ChatDraft) => void) {
  const [place, go] = useChatPlace()
  const next = useNextTurn(thread, stored, keep)
  const { toolForm, loan, isHeld, pictures, typed } = next
  const connection = useConnection()
  const example = useExample(loan, connection)
  const { before, leafOf, ...shown } = next.path
  const { path, running, calls } = shown
  const { text, answers } = typed
  const { stop } = useRuns()
  const frame = { toolForm, connection, thread, isHeld }
  const { send, ...sending } = useSend(frame, (run) => go({ thread, run }, 'replace'))

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

  const press = useSettledPress(isHeld, sendTyped)
  const startOver = () => go({ thread: newId(), run: undefined })

  /** For a press on a control that goes with what it did. */
  const thenType =
    <Given extends readonly unknown[]>(work: (...given: Given) => void) =>
    (...given: Given) => {
      work(...given)
      focusMessage()
    }

  return {
    ...{ ...shown, ...toolForm, connection, text, answers, pictures, ...sending },
    /** The run that the form is as it was sent with, until the next turn. */
    reopened: path.slice(-1).find(({ id }) => id === loan.borrowed?.run),
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
    send: (words = text) => press(words),
    /** Sends the typed results alone; the unsent message stays. */
    returnResults: thenType(() => send(path, resultsOf(calls, answers), {}, () => typed.setAnswers({}))),
    tryOut: thenType((one: ChatExample) => {
      if (!isHeld) return
      example.take(one)
      press(one.prompt)
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

/** Nothing is sent with the parameters of another conversation: a press while one is brought back is done once that has come. */
function useSettledPress(isHeld: boolean, send: (words: string) => Promise<void>): (words: string) => void {
  const [waiting, setWaiting] = useState<string>()
  const sendNow = useEffectEvent((words: string) => void send(words))
  useEffect(() => {
    if (!isHeld || waiting === undefined) return
    setWaiting(undefined)
    sendNow(waiting)
  }, [isHeld, waiting])
  return (words) => (isHeld ? void send(words) : setWaiting(words))
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
