import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { ToolCall } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import type { RunDraft } from '../../../run/run-draft.ts'
import { useSending } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { early } from '../../../tool/use-tool-form.ts'
import { inputAfter, keptReply } from '../turn/conversation.ts'
import { attachmentsOf, readTurn, reworded, type ToolAnswer, type TurnItem, typedWords } from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { focusMessage } from './message-box.tsx'
import type { Message } from './use-message.ts'

/** The first words of a turn, as a title. */
const turnTitle = (turn: readonly TurnItem[]) =>
  typedWords(turn).trim().replace(/\s+/g, ' ').slice(0, 80) ||
  (attachmentsOf(turn).length > 0 ? 'Files' : 'Tool results')

/** What else is known of a turn: the run it repeats, and where its files are. */
type More = Pick<RunDraft, 'repeats' | 'files' | 'filesOf'>

/** For a press on a control that goes with what it did: the focus moves to the message. */
export const thenType =
  <Given extends readonly unknown[]>(work: (...given: Given) => void) =>
  (...given: Given) => {
    work(...given)
    focusMessage()
  }

export function useTurns({ thread, path, running, show }: OpenConversation, message: Message) {
  const connection = useConnection()
  const { toolForm, isHeld, typed, results } = message
  const { form, priceFor, awaitsModel } = toolForm
  const { held, dismiss, press } = useSending()
  const afterwards = useRef<() => void>(undefined)
  const [isEarly, setEarly] = useState(false)

  async function start(draft: RunDraft, done: (() => void) | undefined): Promise<void> {
    afterwards.current = done
    const run = await press(draft)
    if (run === undefined) return
    show(run, 'replace')
    done?.()
  }

  function draftWith(before: readonly Run[], turn: readonly TurnItem[], more: More, request = form.request): RunDraft {
    const parent = before.at(-1)?.id
    const kept = message.history === 'kept' ? keptReply(before, turn, connection) : undefined
    const previous_response_id = request.previous_response_id ?? kept
    return {
      ...{ connection, thread, model: String(request.model ?? ''), price: priceFor(request) },
      ...{ endpoint: chatTool.endpoint, tool: chatTool.id },
      request: previous_response_id
        ? { ...request, previous_response_id, input: turn }
        : { ...request, input: inputAfter(before, turn) },
      title: turnTitle(turn),
      turn,
      ...(parent !== undefined && { parent }),
      ...more,
      // The newest has them all.
      filesOf: [...(more.filesOf ?? []), ...before.map(({ id }) => id).reverse()],
    }
  }

  /** Sends a turn after the runs before it. Nothing is sent with the parameters of another conversation. */
  function sendAfter(before: readonly Run[], turn: readonly TurnItem[], more: More = {}, done?: () => void): void {
    setEarly(awaitsModel)
    if (awaitsModel || !isHeld) return
    form.submit((request) => void start(draftWith(before, turn, more, request), done))
  }

  async function sendTyped(words: string): Promise<void> {
    const next = await message.turnWith(words)
    if (!next || next.turn.length === 0 || running) return
    sendAfter(path, next.turn, { files: next.files }, () => {
      // What was typed since the press is the next message.
      typed.setText((now) => (now === words ? '' : now))
      message.dropResults()
      next.sent()
    })
  }

  const before = (run: Run) => path.slice(0, path.indexOf(run))
  const send = useSettledPress(isHeld, sendTyped)
  return {
    held,
    dismiss: thenType(dismiss),
    /** Sends a draft that was held back because of an equal run, `repeats`. */
    insist: (draft: RunDraft, repeats: string) => void start({ ...draft, repeats }, afterwards.current),
    problem: isEarly ? early : undefined,
    draftWith,
    send: (words = typed.text) => send(words),
    async draftOf(): Promise<RunDraft | undefined> {
      const next = await message.turnWith(typed.text)
      return next && draftWith(path, next.turn, { files: next.files })
    },
    answer: (call: ToolCall, given: ToolAnswer) => typed.setAnswers({ ...typed.answers, [call.callId]: given }),
    /** Sends the typed results alone; the unsent message stays. */
    returnResults: thenType(() => sendAfter(path, results, {}, message.dropResults)),
    again: thenType((run: Run) => sendAfter(before(run), readTurn(run.turn), { repeats: run.id, filesOf: [run.id] })),
    edit: thenType((run: Run, words: string) =>
      sendAfter(before(run), reworded(readTurn(run.turn), words), { filesOf: [run.id] }),
    ),
  }
}

export type Turns = ReturnType<typeof useTurns>

/** A press while a conversation is being reopened is carried out once it is there. */
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
