import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { RequestDraft } from '../../../form/request-draft.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection, RunDraft } from '../../../run/run-draft.ts'
import { useSending } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { early } from '../../../tool/use-tool-form.ts'
import { inputAfter, keptReply } from '../turn/conversation.ts'
import {
  attachmentsOf,
  type OpenCall,
  readTurn,
  reworded,
  type ToolAnswer,
  type TurnItem,
  typedWords,
} from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { focusMessage } from './message-box.tsx'
import type { Message } from './use-message.ts'

/** The first words of a turn, as a title. */
const turnTitle = (turn: readonly TurnItem[]) =>
  typedWords(turn).trim().replace(/\s+/g, ' ').slice(0, 80) ||
  (attachmentsOf(turn).length > 0 ? 'Files' : 'Tool results')

/** What else is known of a turn: the run it repeats, where its files are, and the prompt it is of. */
interface More extends Pick<RunDraft, 'repeats' | 'files' | 'filesOf'> {
  /** Fills the placeholders of a prompt. */
  readonly fill?: ((request: RequestDraft) => RequestDraft) | undefined
}

/** What is done once a turn is sent, and the last of how many in a row without a press it is. */
interface Then {
  readonly done?: (() => void) | undefined
  readonly rounds?: number
}

/** The last run that this page sent in a conversation, and how many in a row, with it, were sent without a press. */
interface Sent {
  readonly thread: string
  readonly run: string
  readonly rounds: number
}

/** For a press on a control that goes with what it did: the focus moves to the message. */
export const thenType =
  <Given extends readonly unknown[]>(work: (...given: Given) => void) =>
  (...given: Given) => {
    work(...given)
    focusMessage()
  }

/** A request with the whole conversation, or with what is new after an answer that the router keeps. */
const withInput = (request: RequestDraft, before: readonly Run[], turn: readonly TurnItem[]) => ({
  ...request,
  input: request.previous_response_id ? turn : inputAfter(before, turn),
})

/** The function that makes the draft of a turn after the runs before it. */
const draftsOf =
  (thread: string, { toolForm: { form, priceFor }, history }: Message, connection: RunConnection) =>
  (before: readonly Run[], turn: readonly TurnItem[], given: More, own = form.request): RunDraft => {
    const { fill, ...more } = given
    const request = fill?.(own) ?? own
    const parent = before.at(-1)?.id
    const kept = history === 'kept' ? keptReply(before, turn, connection) : undefined
    return {
      ...{ connection, thread, model: String(request.model ?? ''), price: priceFor(request) },
      ...{ endpoint: chatTool.endpoint, tool: chatTool.id },
      request: withInput({ ...(kept && { previous_response_id: kept }), ...request }, before, turn),
      title: turnTitle(turn),
      turn,
      ...(parent !== undefined && { parent }),
      ...more,
      // The newest has them all.
      filesOf: [...(more.filesOf ?? []), ...before.map(({ id }) => id).reverse()],
    }
  }

export function useTurns({ thread, path, running, show }: OpenConversation, message: Message) {
  const connection = useConnection()
  const { toolForm, isHeld, typed } = message
  const { form, awaitsModel } = toolForm
  const draftWith = draftsOf(thread, message, connection)
  const { held, dismiss, press } = useSending()
  const afterwards = useRef<() => void>(undefined)
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<Sent>()
  if (sent && sent.thread !== thread) setSent(undefined)

  async function start(draft: RunDraft, { done, rounds = 0 }: Then): Promise<void> {
    afterwards.current = done
    const run = await press(draft)
    if (run === undefined) return
    setSent({ thread, run, rounds })
    show(run, 'replace')
    done?.()
  }

  /** Sends a turn after the runs before it. Nothing is sent with the parameters of another conversation. */
  function sendAfter(before: readonly Run[], turn: readonly TurnItem[], more: More = {}, then: Then = {}): void {
    const isOpen = typed.prompt !== undefined && !more.fill && /\{\{/.test(String(form.request.instructions))
    const why = awaitsModel ? early : isOpen ? 'Not sent: send or remove the prompt first.' : undefined
    setProblem(why)
    // What may follow it by itself is asked of its own run: nothing is returned twice.
    setSent(undefined)
    if (why !== undefined || !isHeld) return
    form.submit((request) => void start(draftWith(before, turn, more, request), then))
  }

  async function sendTyped(words: string): Promise<void> {
    const next = await message.turnWith(words)
    if (!next || next.turn.length === 0 || running) return
    const done = () => {
      // What was typed since the press is the next message.
      typed.setText((now) => (now === words ? '' : now))
      message.dropResults(next.turn)
      next.sent()
    }
    sendAfter(path, next.turn, { files: next.files, fill: next.fill }, { done })
  }

  const before = (run: Run) => path.slice(0, path.indexOf(run))
  const send = useSettledPress(isHeld, sendTyped)
  return {
    held,
    dismiss: thenType(dismiss),
    /** Sends a draft that was held back because of an equal run, `repeats`. */
    insist: (draft: RunDraft, repeats: string) => void start({ ...draft, repeats }, { done: afterwards.current }),
    problem,
    draftWith,
    send: (words = typed.text) => send(words),
    async draftOf(): Promise<RunDraft | undefined> {
      const next = await message.turnWith(typed.text)
      return next && draftWith(path, next.turn, { files: next.files, fill: next.fill })
    },
    answer: (call: OpenCall, given: ToolAnswer) => typed.setAnswers((now) => ({ ...now, [call.callId]: given })),
    /** Sends results alone: the unsent message stays. `rounds` says that it is the last of so many in a row without a press. */
    returnResults: (results: readonly TurnItem[], rounds = 0) =>
      sendAfter(path, results, {}, { done: () => message.dropResults(results), rounds }),
    sent,
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
