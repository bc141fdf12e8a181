import { useSyncExternalStore } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { priceNotStated } from '#contract/models/prices.ts'
import { isOpen } from '../../run/life/states.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { counted } from '../../ui/format.ts'
import type { Press } from '../tool-view.tsx'
import type { ToolState } from '../use-tool.ts'
import { isPlace, type SeriesCall, seriesOf } from './series.ts'
import { SeriesNote } from './series-note.tsx'

/** One of several requests that one press sends. */
export interface Call {
  /** What tells it from the others: a voice, a part, a language. */
  readonly name: string
  readonly request: JsonRecord
}

/**
 * The press of a tool that may send several requests: `callsOf` gives them for the form's request. All bodies are written before the first
 * is sent, so that a file that is refused keeps all of them back. A single call is sent as usual.
 */
export function useSeveral(state: ToolState, callsOf: (request: JsonRecord) => readonly Call[]): Press {
  const { tool, form: toolForm, sending } = state
  const { form, priceFor } = toolForm
  const { connection, thread, once, draftOf } = sending
  const series = seriesOf(useRuns(), tool.id)
  const shown = useSyncExternalStore(series.watch, series.shown)
  const isSending = shown.status === 'sending'
  const calls = callsOf(form.request)
  const isOne = calls.length < 2
  // After a crash and in a second tab, the runs say which calls were sent, and that another tab is sending the rest.
  const isElsewhere = thread.runs.some((run) => isOpen(run.status) && run.batch?.id === shown.left[0]?.place.id)
  const left =
    thread.loading || (isElsewhere && !isSending)
      ? []
      : shown.left.filter(({ place }) => !thread.runs.some((run) => isPlace(run, place)))

  // Another connection states no price for calls that were made for the one before.
  const priced = left.map((call): SeriesCall => {
    const { price = priceNotStated } = call.baseUrl === connection.baseUrl ? call.draft : {}
    return { ...call, draft: { ...call.draft, price } }
  })

  async function sendAll(all: readonly Call[]): Promise<void> {
    const id = crypto.randomUUID()
    const ready: SeriesCall[] = []
    for (const [at, { name, request }] of all.entries()) {
      const place = { id, at, of: all.length, name }
      const draft = await draftOf(request)
      if (!draft) return
      const { connection: _, ...rest } = draft
      const text = JSON.stringify(request)
      const equal = all.slice(0, at).filter((one) => JSON.stringify(one.request) === text).length
      // Equal requests are several wanted results here, not one that is pressed again.
      ready.push({
        place,
        baseUrl: connection.baseUrl,
        draft: { ...rest, ...(equal > 0 && { revision: equal }) },
      })
    }
    void series.send(ready, connection)
  }

  return {
    ...(!isOne && {
      verb: `${tool.verb} ${calls.length}×`,
      price: callsPrice(calls.map(({ request }) => priceFor(request))),
    }),
    ...(isSending && { onStop: series.stop }),
    run() {
      if (isSending || sending.running) return
      if (isOne) sending.run((request) => callsOf(request)[0]?.request ?? request)
      else if (left.length > 0) sending.setProblem('Send or discard the calls that were not sent first.')
      else form.submit((request) => void once(() => sendAll(callsOf(request))))
    },
    children: (
      <SeriesNote
        shown={{ ...shown, left }}
        price={callsPrice(priced.map(({ draft }) => draft.price ?? priceNotStated))}
        onSend={() => void series.send(priced, connection)}
        onDiscard={series.discard}
      />
    ),
  }
}

/** What several calls cost, as it is said before the press. @internal */
export function callsPrice(prices: readonly string[]): string {
  const count = counted(prices.length, 'call')
  if (prices.every((price) => price === priceNotStated)) return `${count} · ${priceNotStated}`
  const times = new Map<string, number>()
  for (const price of prices) times.set(price, (times.get(price) ?? 0) + 1)
  return `${count} · ${[...times].map(([price, n]) => `${n} × ${price}`).join(' + ')}`
}
