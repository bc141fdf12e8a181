import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { isRecord } from '#contract/core/loose-json.ts'
import { useConnection } from '../connection/use-connection.ts'
import { sentRequest } from '../files/sent-request.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import { marksIn } from '../run/file-marks.ts'
import { type Removal, useRunActions } from '../run/history/run-actions.ts'
import { repeatOf, useRunRecord } from '../run/history/run-record.ts'
import { isOpen } from '../run/life/states.ts'
import type { Run } from '../run/run.ts'
import type { RunDraft } from '../run/run-draft.ts'
import { useDraft, useKept } from '../run/use-draft.ts'
import { useRuns, useSending, useThread } from '../run/use-runs.tsx'
import { useToolFiles } from './file-fields.tsx'
import { Handed, handOverKey } from './hand-over.ts'
import { requestPrice } from './request-price.ts'
import { textField, titleOf, writtenIn } from './text-of.ts'
import { nounsOf, type Tool } from './tools.ts'
import { type ToolDraft, type ToolFormSetup, useToolForm } from './use-tool-form.ts'
import { useToolPlace } from './use-tool-place.ts'

type Request = Readonly<Record<string, unknown>>

const asRequest = (value: unknown): Request => (isRecord(value) ? value : {})

/**
 * A tool whose runs are one thread: its form, kept as it is typed, its runs, and what can be done with them. `stored` is what was kept
 * at the last visit.
 */
export function useTool(
  tool: Tool,
  setup: ToolFormSetup,
  stored: ToolDraft | undefined,
  keep: (draft: ToolDraft) => void,
) {
  const place = useToolPlace(tool)
  const { form, model, card, price } = useToolForm(tool, setup, stored)
  useKept(
    useMemo(() => ({ request: form.draft, unread: form.unread }), [form.draft, form.unread]),
    keep,
  )
  const files = useToolFiles(tool, setup.schema, form.fields)
  const connection = useConnection()
  const { runs, loading, unreadable } = useThread(tool.id)
  const { held, dismiss, press } = useSending()
  const { stop } = useRuns()
  const readRecord = useRunRecord()
  const removal = useRemoval()
  const reuse = useReuse(tool, setup.schema, form, files)

  // The address names what is on the screen.
  useEffect(() => {
    if (model !== place.model) place.nameModel(model)
  })

  function send(request: Request, more: Partial<RunDraft> = {}): void {
    const asked = String(request.model ?? '')
    void press({
      ...{ endpoint: tool.endpoint, model: asked, request, connection, thread: tool.id },
      title: titleOf(request, nounsOf(tool).title),
      price: requestPrice(asked, asked === model ? card : undefined, request),
      ...more,
    })
  }

  /** A request that was sent as a form is sent again with the files that the ledger keeps; nothing is sent where one is lost. */
  async function sendParts(run: Run): Promise<void> {
    const record = await readRecord(run.id).catch(() => undefined)
    const draft = record && repeatOf(record, connection)
    if (draft) await press(draft)
    else files.setProblem('A file of this request is not here any more.')
  }

  // Of those on their way, the one that this page carries: another tab has its own button.
  const running = runs.findLast(({ live, status }) => isOpen(status) && (live !== undefined || status === 'prepared'))
  return {
    ...{ tool, form, model, card, price, connection, runs, loading, unreadable, held, dismiss, running },
    problem: files.problem,
    ...removal,
    ...reuse,
    run: () => {
      if (!running) form.submit((request) => void files.withFiles(request, (body) => send(request, body)))
    },
    /** Sends the same request once more. */
    again: (run: Run) => {
      if (run.parts === undefined) send(asRequest(run.request), { repeats: run.id, filesOf: [run.id] })
      else void sendParts(run)
    },
    /** Sends it for those of several results that did not come, at the price that was shown. */
    runMissing: (run: Run, n: number, price: string) =>
      send({ ...asRequest(run.request), n }, { price, filesOf: [run.id] }),
    /** Sends what was held back, by the person's word. */
    insist: (draft: RunDraft, repeats: string) => void press({ ...draft, repeats }),
    stop: (id: string) => void stop(id),
    /** Runs an example. The form takes it over, unless something was typed there. */
    tryOut: (example: Request) => {
      if (writtenIn(form.draft).trim() === '') form.replace({ ...form.draft, ...example })
      send({ ...form.request, ...example })
    },
  }
}

export type ToolState = ReturnType<typeof useTool>

/** Puts earlier runs into the form, also one that another part of the app hands over, and takes the last one out again. */
function useReuse(tool: Tool, schema: z.ZodMiniObject, form: RequestForm, files: ReturnType<typeof useToolFiles>) {
  const readRecord = useRunRecord()
  const { stored: handed, write } = useDraft(handOverKey(tool), Handed)
  /** What was in the form before. */
  const [before, setBefore] = useState<Request>()

  function put(request: Request): void {
    setBefore(form.draft)
    form.replace(request)
  }

  /** Of files that are lost the references stay; the form says so. */
  async function putWithFiles(id: string): Promise<void> {
    const record = await readRecord(id).catch(() => undefined)
    if (!record) return files.setProblem('This run is not here any more.')
    const request = sentRequest(schema, record.run)
    put(request)
    files.restore(request, record)
  }

  const take = useEffectEvent((given: Handed) => {
    write(undefined)
    if ('run' in given) void putWithFiles(given.run)
    else files.add(given.files, given.as)
  })
  useEffect(() => {
    if (handed) take(handed)
  }, [handed])

  return {
    reuse: (run: Run, what: 'prompt' | 'all') => {
      const request = sentRequest(schema, run)
      const name = textField(request)
      if (what === 'prompt') put({ ...form.draft, [name]: request[name] })
      else if (marksIn(request).length > 0) void putWithFiles(run.id)
      else put(request)
    },
    /** An earlier run was put into the form. */
    reused: before !== undefined,
    undoReuse: () => {
      if (before) form.replace(before)
      setBefore(undefined)
    },
    forgetReuse: () => setBefore(undefined),
  }
}

/** Deletes runs, and brings the last one back. */
function useRemoval() {
  const { remove } = useRunActions()
  const [removed, setRemoved] = useState<Removal>()
  return {
    remove: (run: Run) => void remove([run.id]).then(setRemoved),
    removed: removed !== undefined && removed.ids.length > 0,
    undoRemove: () => {
      void removed?.undo()
      setRemoved(undefined)
    },
    forgetRemove: () => setRemoved(undefined),
  }
}
