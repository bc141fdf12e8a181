import { useRef, useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { useConnection } from '../connection/use-connection.ts'
import type { RequestBody } from '../files/request-body.ts'
import { repeatOf, useRunRecord } from '../run/history/run-record.ts'
import { isOpen } from '../run/life/states.ts'
import type { Run } from '../run/run.ts'
import { type RunDraft, withFields } from '../run/run-draft.ts'
import { useRuns, useSending, useThread } from '../run/use-runs.tsx'
import { lost, underField } from './again/use-repeat.ts'
import { titleOf } from './asked.ts'
import type { Tool } from './tools.ts'
import { early, type ToolFormState } from './use-tool-form.ts'

/** Gives the body of a request with its files; undefined where a file was refused meanwhile, which is shown at the file. */
type Write = (request: JsonRecord) => RequestBody | undefined | Promise<RequestBody | undefined>

type MoreOfDraft = { readonly write?: Write } & Pick<RunDraft, 'repeats' | 'turn' | 'keeps'>

/** The runs of a tool that are one thread, and what sends another. */
export type ToolSending = ReturnType<typeof useToolSending>

/** Sending for a tool whose runs are one thread: one press is one send. `about` is what a problem refers to, `isReading` whether files are on their way in. */
export function useToolSending(
  tool: Tool,
  { form, awaitsModel, priceFor }: ToolFormState,
  writeBody: Write,
  about: readonly unknown[] = [],
  isReading = () => false,
) {
  const connection = useConnection()
  const { stop } = useRuns()
  const thread = useThread(tool.id)
  const { held, dismiss, press } = useSending()
  const readRecord = useRunRecord()
  const { once, ...state } = useOnePress(about)
  const { setProblem } = state
  /** The open run that this page carries; one of another tab is stopped there. */
  const running = thread.runs.findLast(
    ({ live, status }) => isOpen(status) && (live !== undefined || status === 'prepared'),
  )
  /** A request as a new run of the tool, with the body that `write` gives; undefined with a `problem` where it cannot be sent. */
  async function draftOf(request: JsonRecord, { write = writeBody, ...more }: MoreOfDraft = {}) {
    if (awaitsModel) setProblem(early)
    const written = awaitsModel ? undefined : await write(request)
    if (written?.kind === 'refused') setProblem(written.why)
    if (written?.kind !== 'ready') return undefined
    return {
      ...{ endpoint: tool.endpoint, tool: tool.id, thread: tool.id, model: String(request.model ?? ''), connection },
      ...{ title: titleOf(request, tool, written.body.parts), price: priceFor(request), ...written.body, ...more },
    } satisfies RunDraft
  }
  async function send(request: JsonRecord, more?: MoreOfDraft): Promise<void> {
    const draft = await draftOf(request, more)
    if (draft) await press(draft)
  }
  /** Sends a run's request once more with its files, changed or as it was sent: JSON or multipart. */
  const repeat = (run: Run, change = (draft: RunDraft) => draft) =>
    void once(async () => {
      const record = await readRecord(run.id)
      const draft = record && repeatOf(record, connection)
      if (draft) await press(change(draft))
      else setProblem(lost)
    })
  return {
    ...{ connection, thread, running, held, dismiss, ...state, once, draftOf, send },
    stop: (id: string) => void stop(id),
    /** Submits the form and sends its request, or what `change` makes of it. */
    run(change = (request: JsonRecord) => request) {
      if (running) return
      // An error of the field would disappear with the model that is proposed a moment later.
      if (awaitsModel) setProblem(early)
      // The error of a missing file would disappear with the file a moment later.
      else if (isReading() && !form.isSendable) setProblem(reading)
      else form.submit((request) => void once(() => send(change(request))))
    },
    again: (run: Run) => repeat(run),
    /** With other values of some fields; those that are undefined are left out. */
    againWith: (run: Run, fields: JsonRecord) => repeat(run, (draft) => withFields(draft, fields)),
    /** For another number of results, at the price that was shown. */
    runMissing: (run: Run, n: number, price: string) =>
      repeat(run, (draft) => ({ ...withFields(draft, { n }), price })),
    /** With its files under the field name that the router asked for. */
    underField: (run: Run, name: string) => repeat(run, (draft) => underField(draft, name)),
    /** Sends a draft that was held back because of an equal run, `repeats`. */
    insist: (draft: RunDraft, repeats: string) => void press({ ...draft, repeats }),
  }
}

const reading = 'Not sent: a file was still being read. Try again.'

/** The work of a press, one press at a time, and what kept the last one from being sent. */
function useOnePress(about: readonly unknown[]) {
  const [said, setSaid] = useState<{ readonly words: string | undefined; readonly about: readonly unknown[] }>()
  /** Why the last press did not send; undefined once one of `about` has changed. */
  const problem = said && about.every((one, at) => one === said.about[at]) ? said.words : undefined
  const setProblem = (words: string | undefined) => setSaid({ words, about })
  const [preparing, setPreparing] = useState(false)
  const isPreparing = useRef(false)
  /** Does the work of a press; ignored while the last one is at work. A rejection becomes the `problem`. */
  async function once(work: () => Promise<void>): Promise<void> {
    if (isPreparing.current) return
    isPreparing.current = true
    setPreparing(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(`Not sent: ${error instanceof Error ? error.message : error}`))
    isPreparing.current = false
    setPreparing(false)
  }
  return { problem, setProblem, preparing, once }
}
