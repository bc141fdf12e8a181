import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { inDrawnOrder } from '#lab/seeded-draw.ts'
import { cellId, type Plan, planOf } from '../../../batch/batch-plan.ts'
import { batchQueueOf } from '../../../batch/batch-queue.ts'
import { useConnection, useModels } from '../../../connection/use-connection.ts'
import { describe } from '../../../form/describe.ts'
import { valuesOf } from '../../../form/form-values.ts'
import { judge } from '../../../form/judge.ts'
import type { Follow } from '../../../run/follow/follow.ts'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import type { RunDraft } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { callsPrice } from '../../../tool/use-batch.tsx'
import { early } from '../../../tool/use-tool-form.ts'
import { resultsIn } from '../calls/tool-answers.ts'
import { chatSetup } from '../compose/chat-setup.ts'
import type { Message } from '../compose/use-message.ts'
import type { Branch, Turns } from '../compose/use-turns.ts'
import { pathTo } from '../turn/conversation.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { type ChatColumns, type Column, endOf, mostColumns } from './chat-columns.ts'

export interface ColumnsState {
  readonly conversation: OpenConversation
  readonly message: Message
  readonly turns: Turns
  readonly state: ChatColumns
}

/** A column as it is shown. */
export interface ShownColumn {
  readonly column: Column
  readonly isOwn: boolean
  readonly path: readonly Run[]
  /** False while its last message waits to be sent, and where it was not sent. */
  readonly isSent: boolean
  readonly running: Run | undefined
  /** The parameters that its next message is sent with. */
  readonly request: Column['request']
}

export function shownColumns({ conversation, message, state }: ColumnsState): readonly ShownColumn[] {
  const { columns, own } = state
  return (columns?.list ?? []).map((column) => {
    const isOwn = column === own
    const { last, isSent: isFound } = endOf(column, conversation.runs)
    const isSent = isFound || conversation.loading
    return {
      ...{ column, isOwn, isSent },
      path: isOwn ? conversation.path : pathTo(conversation.runs, last?.id),
      running: isSent && last && isOpen(last.status) ? last : undefined,
      request: isOwn ? message.toolForm.form.draft : column.request,
    }
  })
}

/** What a form with the parameters of a column would send, and why it would not; computed once for each state of a column. */
function useVerdicts() {
  const cards = useModels().data?.cards
  return useMemo(() => {
    const { schema, check, rules } = chatSetup
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: this describes a schema, not a test
    const fields = describe(schema)
    const cardOf = (model: string) => cards?.find(({ id }) => id === model)
    const verdictOn = judge({
      ...{ schema, fields, check, reserved: chatTool.fills ?? {} },
      rules: (draft) => rules?.(stringOf(draft.model), cardOf(stringOf(draft.model)), draft),
    })
    const known = new WeakMap<Column, ReturnType<typeof verdictOn>>()
    return (column: Column) => {
      const { request, unread } = column
      const verdict = known.get(column) ?? verdictOn(valuesOf(request, fields, (path) => ownOf(unread, path)))
      known.set(column, verdict)
      return verdict
    }
  }, [cards])
}

/** Numbers below `count` in a random order. */
export const drawSeats = (count: number): number[] => inDrawnOrder([...Array(count).keys()], Math.random)

/** The messages of all columns as one plan. What a server on this machine answers is sent one after the other. */
function planOfColumns(
  drafts: readonly RunDraft[],
  { parent: _, revision: __, ...first }: RunDraft,
  thread: string,
  now: number,
  cards: readonly ModelCard[] = [],
): Plan {
  const isNear = cards.some(({ id, local }) => local && drafts.some(({ model }) => model === id))
  const filesOf = [...new Set(drafts.flatMap((draft) => draft.filesOf ?? []))]
  const requests = drafts.map(({ request, title, price = '', model, parent, turn }) => ({
    ...{ name: model, request: recordOf(request), title, price },
    ...(parent !== undefined && { parent }),
    ...(turn !== first.turn && { turn }),
  }))
  const own = {
    concurrency: isNear ? 1 : mostColumns,
    onFailure: 'continue',
    ...(isNear && ({ inTurn: 'yes' } as const)),
  } as const
  return planOf({ ...first, thread, filesOf }, requests, now, own)
}

/** A column whose message is sent. A prompt is filled in it, as it is in the form. */
const sentColumn = (
  one: Column,
  run: Column['run'],
  after: Column['after'],
  fill = (request: Column['request']) => request,
) => ({
  ...{ ...one, run, after },
  request: fill(one.request),
})

/** The columns as branches that may go on by themselves. */
const branchesOf = (
  shown: readonly ShownColumn[],
  form: Message['toolForm']['form'],
  verdictOf: ReturnType<typeof useVerdicts>,
): readonly Branch[] =>
  shown.map(({ path, running, column, isOwn }, place) => {
    const own = isOwn ? form : verdictOf(column)
    const isSendable = isOwn ? form.isSendable : Object.keys(own.errors).length === 0
    return { path, running, place, column: column.id, request: isSendable ? own.request : undefined }
  })

interface Judged {
  readonly attachments: Message['attachments']
  readonly verdictOf: ReturnType<typeof useVerdicts>
  readonly cards: readonly ModelCard[] | undefined
  readonly lostState: Follow['lostState']
}

/** Why a column cannot be sent, and which one to show. What is wrong with the one in use is said at the form and the message. */
function faultIn(shown: readonly ShownColumn[], { attachments, verdictOf, cards, lostState }: Judged) {
  for (const [at, { column, isOwn, path }] of shown.entries()) {
    const last = path.at(-1)
    if (last && lostState(last) === 'asking') return { why: busy }
    if (isOwn) continue
    const { errors, request } = verdictOf(column)
    const fit = attachments.opened?.fitOf(
      attachments.files,
      cards?.find(({ id }) => id === request.model),
    )
    const why = Object.keys(errors).length > 0 ? 'check its parameters.' : fit?.status === 'refused' && fit.says
    if (why) return { at, why: `Column ${at + 1} cannot be sent: ${why}` }
  }
  return undefined
}

const busy = 'Wait for the answers in progress, or stop them.'

/** Sends what is typed to all columns: the cells of one plan, each after the runs of its own column. */
export function useSendAll(all: ColumnsState, shown: readonly ShownColumn[], focus: (at: number) => void) {
  const { conversation, message, turns, state } = all
  const { form } = message.toolForm
  const runs = useRuns()
  const connection = useConnection()
  const cards = useModels().data?.cards
  const queue = batchQueueOf(runs, conversation.thread)
  const batch = useSyncExternalStore(queue.watch, queue.shown)
  const [problem, setProblem] = useState<string>()
  const isPressed = useRef(false)
  const verdictOf = useVerdicts()
  const isBusy = batch.status === 'sending' || shown.some(({ running }) => running)
  const requestOf = ({ isOwn, column }: ShownColumn) => (isOwn ? form.request : verdictOf(column).request)

  async function begin(words: string, own: Column['request']): Promise<void> {
    const next = await message.turnWith(words)
    if (!next) return setProblem('Not sent: check the files and the values above the message.')
    const said = next.turn.filter(({ type }) => type === 'message')
    const more = { files: next.files, fill: next.fill }
    const drafts = shown.map(({ column, isOwn, path }) => {
      const turn = isOwn ? next.turn : [...resultsIn(path, message.typed.answers), ...said]
      return turns.draftWith(path, turn, more, isOwn ? own : verdictOf(column).request)
    })
    const [first] = drafts
    if (!first || said.length === 0) return setProblem('Type a message for all columns.')
    const plan = planOfColumns(drafts, first, conversation.thread, runs.page.clock.now(), cards)
    const ids = drafts.map((_, at) => cellId(plan.id, at, 0))
    await queue.begin(plan, connection)
    turns.noteSent(plan.id, 0)
    state.set((now) => {
      if (!now) return undefined
      const list = now.list.map((one, at) => sentColumn(one, ids[at], drafts[at]?.parent, next.fill))
      return { ...now, list, ...(now.blind && { blind: { ...now.blind, seats: drawSeats(list.length) } }) }
    })
    message.typed.setText((now) => (now === words ? '' : now))
    message.dropResults(...shown.map(({ path }) => path.at(-1)))
    next.sent()
  }

  /** Why nothing can be sent now; what is wrong in the form is said there. */
  function whyNot(): string | undefined {
    if (message.toolForm.awaitsModel || isBusy) return isBusy ? busy : early
    const fault = faultIn(shown, { ...message, ...runs.follow, verdictOf, cards })
    if (fault?.at !== undefined) focus(fault.at)
    return fault?.why
  }

  function sendAll(): void {
    if (!message.isHeld || isPressed.current) return
    const why = whyNot()
    setProblem(why)
    if (why !== undefined) return
    form.submit((request) => {
      isPressed.current = true
      void begin(message.typed.text, request)
        .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
        .finally(() => {
          isPressed.current = false
        })
    })
  }

  return {
    ...{ batch, problem, isBusy, sendAll },
    branches: branchesOf(shown, form, verdictOf),
    price: callsPrice(shown.map((one) => message.toolForm.priceFor(requestOf(one)))),
    sendLeft(): void {
      turns.noteSent(batch.plan?.id, 0)
      void queue.send(connection)
    },
    discard: queue.discard,
    stopAll(): void {
      queue.stop()
      for (const { running } of shown) if (running) void runs.stop(running.id)
    },
  }
}
export type SendAll = ReturnType<typeof useSendAll>
