import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { RequestDraft } from '../../../form/request-draft.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection, RunDraft } from '../../../run/run-draft.ts'
import { useSending } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { early } from '../../../tool/use-tool-form.ts'
import type { ChatColumns } from '../columns/chat-columns.ts'
import { inputAfter, keptReply } from '../turn/conversation.ts'
import {
  attachmentsOf,
  type OpenCall,
  readTurn,
  reworded,
  type ToolAnswer,
  type TurnItem,
  typedWords,
  withAnswer,
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

/** What is done once a turn is sent, the last of how many in a row without a press it is, and the column that shows it. */
interface Then {
  readonly done?: (() => void) | undefined
  readonly rounds?: number
  readonly column?: string | undefined
}

/** A branch that goes on by itself, as a column or as the only one. */
export interface Branch {
  readonly path: readonly Run[]
  readonly running: Run | undefined
  /** What its next turn is sent with; undefined where the form has an error. */
  readonly request: RequestDraft | undefined
  /** Which of the columns it is, from 0, and its id. */
  readonly place: number
  readonly column: string | undefined
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
  (thread: string, { toolForm: { form, priceFor }, history }: Message, connection: RunConnection, at: number) =>
  (before: readonly Run[], turn: readonly TurnItem[], given: More, own = form.request, place = at): RunDraft => {
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
      // Equal requests of several columns are several wanted results.
      ...(place > 0 && { revision: place }),
      ...more,
      // The newest has them all.
      filesOf: [...(more.filesOf ?? []), ...before.map(({ id }) => id).reverse()],
    }
  }

export function useTurns(
  { thread, path, running, isAsking, show }: OpenConversation,
  message: Message,
  { columns }: Pick<ChatColumns, 'columns'>,
) {
  const connection = useConnection()
  const { toolForm, isHeld, typed } = message
  const { form, awaitsModel } = toolForm
  const draftWith = draftsOf(thread, message, connection, columns?.at ?? 0)
  const { held, dismiss, press } = useSending()
  const afterwards = useRef<Then>(undefined)
  const [problem, setProblem] = useState<string>()
  const { note, roundsOf } = useSentHere(thread)

  async function start(draft: RunDraft, then: Then): Promise<void> {
    const { done, rounds = 0, column } = then
    afterwards.current = then
    const run = await press(draft)
    if (run === undefined) return
    note(run, rounds)
    show(run, 'replace', column)
    done?.()
  }

  /** Sends a turn after the runs before it. Nothing is sent with the parameters of another conversation. */
  function sendAfter(before: readonly Run[], turn: readonly TurnItem[], more: More = {}, then: Then = {}): void {
    const isOpen = typed.prompt !== undefined && !more.fill && /\{\{/.test(String(form.request.instructions))
    const why = awaitsModel ? early : isOpen ? 'Not sent: send or remove the prompt first.' : undefined
    setProblem(why)
    // What may follow it by itself is asked of its own run: nothing is returned twice.
    note(path.at(-1)?.id)
    if (why !== undefined || !isHeld) return
    form.submit((request) => void start(draftWith(before, turn, more, request), then))
  }

  async function sendTyped(words: string): Promise<void> {
    const next = await message.turnWith(words)
    if (!next || next.turn.length === 0 || running) return
    const done = () => {
      // What was typed since the press is the next message.
      typed.setText((now) => (now === words ? '' : now))
      message.dropResults(path.at(-1))
      next.sent()
    }
    sendAfter(path, next.turn, { files: next.files, fill: next.fill }, { done })
  }

  const before = (run: Run) => path.slice(0, path.indexOf(run))
  const send = useSettledPress(thread, isHeld && !isAsking, sendTyped)
  return {
    held,
    dismiss: thenType(dismiss),
    /** Sends a draft that was held back because of an equal run, `repeats`. */
    insist: (draft: RunDraft, repeats: string) => void start({ ...draft, repeats }, { ...afterwards.current }),
    problem,
    draftWith,
    savePrompt: message.setLibrary,
    send: (words = typed.text) => send(words),
    async draftOf(): Promise<RunDraft | undefined> {
      const next = await message.turnWith(typed.text)
      return next && draftWith(path, next.turn, { files: next.files, fill: next.fill })
    },
    answer: ({ id }: Run, call: OpenCall, given: ToolAnswer) =>
      typed.setAnswers((now) => withAnswer(now, id, call.callId, given)),
    /** Sends results alone: the unsent message stays. */
    returnResults: (results: readonly TurnItem[]) =>
      sendAfter(path, results, {}, { done: () => message.dropResults(path.at(-1)) }),
    noteSent: note,
    roundsOf,
    /** The same without a press: `rounds` in a row. Resolves once it is sent or held back. */
    goOn({ path, request, place, column }: Branch, results: readonly TurnItem[], rounds: number): Promise<void> {
      note(path.at(-1)?.id)
      const done = () => message.dropResults(path.at(-1))
      return start(draftWith(path, results, {}, request, place), { done, rounds, column })
    },
    again: thenType((run: Run) => sendAfter(before(run), readTurn(run.turn), { repeats: run.id, filesOf: [run.id] })),
    edit: thenType((run: Run, words: string) =>
      sendAfter(before(run), reworded(readTurn(run.turn), words), { filesOf: [run.id] }),
    ),
  }
}

/** What this page sent in a conversation: runs and batches, each with how many turns in a row, with it, were sent without a press. */
function useSentHere(thread: string) {
  const [sent, setSent] = useState({ thread, rounds: new Map<string | undefined, number | undefined>() })
  if (sent.thread !== thread) setSent({ thread, rounds: new Map() })
  return {
    /** Undefined where something followed. */
    note: (id: string | undefined, rounds?: number) =>
      setSent((now) => ({ thread, rounds: new Map([...now.rounds, [id, rounds]]) })),
    /** Undefined where this page did not send it, or something followed. */
    roundsOf: ({ id, batch }: Run) => (sent.rounds.has(id) ? sent.rounds.get(id) : sent.rounds.get(batch?.id)),
  }
}

export type Turns = ReturnType<typeof useTurns>

/** A press while a conversation is being reopened, or its last answer is asked for, is carried out once it is there. */
function useSettledPress(thread: string, isSettled: boolean, send: (words: string) => Promise<void>) {
  const [waiting, setWaiting] = useState<{ readonly thread: string; readonly words: string }>()
  const sendNow = useEffectEvent((words: string) => void send(words))
  if (waiting && waiting.thread !== thread) setWaiting(undefined)
  useEffect(() => {
    if (!isSettled || waiting === undefined) return
    setWaiting(undefined)
    sendNow(waiting.words)
  }, [isSettled, waiting])
  return (words: string): void => (isSettled ? void send(words) : setWaiting({ thread, words }))
}
