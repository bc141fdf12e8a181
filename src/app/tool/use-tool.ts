import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import type { NamedFile } from '../files/read-file.ts'
import { sentRequest } from '../files/sent-request.ts'
import { withoutChange } from '../form/request-draft.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import { type UndoStep, useStageUndo } from '../history/use-undo.ts'
import { marksIn } from '../run/file-marks.ts'
import { useRunRecord } from '../run/history/run-record.ts'
import type { Run } from '../run/run.ts'
import { useKept } from '../run/use-draft.ts'
import { writtenIn } from './asked.ts'
import { type ToolFiles, useToolFiles } from './file-fields.tsx'
import { useHanded } from './hand-over.ts'
import { deletedWords } from './jobs/job-actions.tsx'
import type { Tool } from './tools.ts'
import { useBorrowed } from './use-borrowed.ts'
import { useNamedModel } from './use-place.ts'
import { type ToolDraft, type ToolFormSetup, useToolForm } from './use-tool-form.ts'
import { useToolSending } from './use-tool-sending.ts'

export type ToolState = ReturnType<typeof useTool>

/** A tool whose runs are one thread. `stored` is its draft at the last visit; `keep` stores it while it is typed. */
export function useTool(
  tool: Tool,
  setup: ToolFormSetup,
  stored: ToolDraft | undefined,
  keep: (draft: ToolDraft) => void,
) {
  const state = useToolForm(tool, setup, stored)
  const { form, model, kept } = state
  const { borrowed, own, ...loan } = useBorrowed(form, stored?.borrowed)
  useKept(
    useMemo(() => ({ ...kept, borrowed }), [kept, borrowed]),
    keep,
  )
  useNamedModel(tool, model, form)
  const isBlank = (draft: JsonRecord) => writtenIn(draft, tool.endpoint).trim() === ''
  const isCleared = borrowed !== undefined && isBlank(form.draft) && !isBlank(borrowed.after)
  const clear = useEffectEvent(() => loan.giveBack())
  useEffect(() => {
    if (isCleared) clear()
  }, [isCleared])
  // What a person puts there is theirs, also where an example had put the same.
  const replace: RequestForm['replace'] = (draft) => {
    loan.keep()
    form.replace(draft)
  }
  const ownForm = { ...form, replace }
  const files = useToolFiles(tool, setup.schema, form)
  const sending = useToolSending(tool, state, files.write, [], files.isReading)
  const { undo, remove } = useStageUndo(deletedWords)
  /** Runs an example with files that `made` makes, by path. The form shows it, unless something was typed, until its prompt is cleared. */
  const tryOut = (example: JsonRecord, made: Readonly<Record<string, () => Promise<NamedFile>>> = {}) =>
    void sending.once(async () => {
      const held = Object.entries(made).map(async ([path, make]) => files.hold(await make(), path))
      const whole = Object.fromEntries([example, ...(await Promise.all(held))].flatMap((part) => Object.entries(part)))
      const request = borrowed ? withoutChange(form.request, borrowed) : form.request
      if (isBlank(own)) loan.put(withoutUnset({ ...own, ...whole }))
      await sending.send(withoutUnset({ ...request, ...whole }))
    })
  const runHanded = useOnceReady(!state.awaitsModel, tryOut)
  const reuse = useReuse(tool, setup.schema, ownForm, files, {
    ...{ setProblem: sending.setProblem, push: undo.push, runHanded },
  })
  return { ...{ tool, form: state, sending, undo, remove, reuse, tryOut } }
}

/** Returns a function that has its argument worked on at once or, while the models are loaded, once they are there. */
function useOnceReady(isReady: boolean, work: (example: JsonRecord) => void): (example: JsonRecord) => void {
  const [waiting, setWaiting] = useState<JsonRecord>()
  const begin = useEffectEvent(work)
  useEffect(() => {
    if (!isReady || !waiting) return
    setWaiting(undefined)
    begin(waiting)
  }, [isReady, waiting])
  return setWaiting
}

const withoutUnset = (request: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))

interface Tell {
  readonly setProblem: (words: string) => void
  readonly push: (step: UndoStep) => void
  readonly runHanded: (example: JsonRecord) => void
}

/** Puts what is handed over into the form; the returned function does so with the prompt, or all settings with their files, of a run. */
function useReuse(
  tool: Tool,
  schema: z.ZodMiniObject,
  form: RequestForm,
  files: ToolFiles,
  { setProblem, push, runHanded }: Tell,
): (run: Run, what: 'prompt' | 'all') => void {
  const readRecord = useRunRecord()

  function put(request: JsonRecord): void {
    const before = form.draft
    push({ words: 'Settings copied to the form.', undo: async () => form.replace(before) })
    form.replace(request)
  }

  /** Of files that are lost the references stay; the form says so. */
  async function putWithFiles(id: string): Promise<void> {
    const record = await readRecord(id).catch(() => undefined)
    if (!record) return setProblem('This run is no longer available.')
    const request = sentRequest(schema, record.run)
    put(request)
    files.restore(request, record)
  }

  useHanded(tool, (handed) => {
    if ('run' in handed) void putWithFiles(handed.run)
    else {
      if (handed.values && handed.runs) runHanded(handed.values)
      else if (handed.values) put({ ...form.draft, ...handed.values })
      const path = handed.files.length > 0 ? files.add(handed.files, handed.as) : undefined
      if (path !== undefined) form.state.boxes.show(path)
    }
  })
  return (run, what) => {
    const request = sentRequest(schema, run)
    const prompt = promptField(tool.endpoint)
    if (what === 'prompt') put({ ...form.draft, [prompt]: ownOf(request, prompt) })
    else if (marksIn(request).length > 0) void putWithFiles(run.id)
    else put(request)
  }
}
