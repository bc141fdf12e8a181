import { useSyncExternalStore } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { priceNotStated } from '#contract/models/prices.ts'
import { planOf, priceOf } from '../batch/batch-plan.ts'
import { type BatchShown, batchQueueOf } from '../batch/batch-queue.ts'
import { useRuns } from '../run/use-runs.tsx'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { counted } from '../ui/format.ts'
import { onFirstPress } from '../ui/keys/first-press.ts'
import { titleOf } from './asked.ts'
import type { RunPress } from './tool-view.tsx'
import type { ToolState } from './use-tool.ts'

export interface Call {
  /** What tells it from the others: a voice, a part, a language. */
  readonly name: string
  readonly request: JsonRecord
}

/** The press of a tool that may send several requests, which `callsOf` gives. They are stored as one plan before the first is sent. */
export function useBatch(state: ToolState, callsOf: (request: JsonRecord) => readonly Call[]): RunPress {
  const { tool, form: toolForm, sending } = state
  const { form, priceFor } = toolForm
  const { connection, thread, once, draftOf } = sending
  const runs = useRuns()
  const queue = batchQueueOf(runs, tool.id)
  const shown = useSyncExternalStore(queue.watch, queue.shown)
  const { plan, left } = shown
  const isSending = shown.status === 'sending'
  const calls = callsOf(form.request)
  const isOne = calls.length < 2

  async function sendAll(all: readonly Call[]): Promise<void> {
    const draft = await draftOf(all[0]?.request ?? {})
    if (!draft) return
    const requests = all.map(({ name, request }) => ({
      ...{ name, request, price: priceFor(request) },
      title: titleOf(request, tool, draft.parts),
    }))
    await queue.begin(planOf({ ...draft, thread: tool.id }, requests, runs.page.clock.now()), connection)
  }

  return {
    ...(!isOne && {
      verb: `${tool.verb} ${calls.length}×`,
      price: callsPrice(calls.map(({ request }) => priceFor(request))),
    }),
    ...(isSending && { onStop: queue.stop }),
    run() {
      if (isSending || sending.running) return
      if (isOne) sending.run((request) => callsOf(request)[0]?.request ?? request)
      else if (left.length > 0) sending.setProblem('Send or discard the calls that were not sent first.')
      else form.submit((request) => void once(() => sendAll(callsOf(request))))
    },
    children: !thread.loading && (
      <BatchNote
        shown={shown}
        price={callsPrice(left.map((at) => (plan ? priceOf(plan, at, connection) : priceNotStated)))}
        onSend={() => void queue.send(connection)}
        onDiscard={queue.discard}
      />
    ),
  }
}

/** What several calls cost, as it is said before the press. */
export function callsPrice(prices: readonly string[]): string {
  const count = counted(prices.length, 'call')
  if (prices.every((price) => price === '')) return count
  if (prices.every((price) => price === priceNotStated)) return `${count} · ${priceNotStated}`
  const times = new Map<string, number>()
  for (const price of prices) times.set(price, (times.get(price) ?? 0) + 1)
  return `${count} · ${[...times].map(([price, n]) => `${n} × ${price}`).join(' + ')}`
}

interface BatchNoteProps {
  readonly shown: BatchShown
  readonly price: string
  readonly onSend: () => void
  readonly onDiscard: () => void
}

/** Names listed of the calls that were not sent. */
const most = 6

/** Both buttons in one line of the narrowest form column. */
const narrow = 'px-2!'

/** Which call of a batch is being sent; after a halt, which were not sent, and why. */
export function BatchNote({ shown: { status, plan, current, left, why }, price, onSend, onDiscard }: BatchNoteProps) {
  if (status === 'sending')
    return (
      <p role="status" className="flex gap-2 text-soft text-xs">
        {current && (
          <>
            <span className="shrink-0 tabular-nums">
              Call {current.at + 1} of {current.of}
            </span>
            <span className="truncate">{current.name}</span>
          </>
        )}
      </p>
    )
  if (status === 'idle' || left.length === 0) return null
  const names = left.slice(0, most).map((at) => plan?.cells[at]?.name)
  const more = left.length - names.length
  return (
    <Callout tone="warning" title={`${counted(left.length, 'call')} not sent`}>
      <p className="wrap-anywhere text-soft text-xs">
        {why} Left: {names.join(', ')}
        {more > 0 && ` and ${more} more`}. <span className="text-faint">{price}</span>
      </p>
      <div className="flex flex-wrap gap-1 pt-0.5">
        <Button small className={narrow} {...onFirstPress(onSend)}>
          {left.length === 1 ? 'Send it' : `Send the ${left.length} left`}
        </Button>
        <Button look="quiet" small className={narrow} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Callout>
  )
}
