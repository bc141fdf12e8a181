import { useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { Removal } from '../../../run/history/run-actions.ts'
import { useRunActions } from '../../../run/history/use-run-actions.ts'
import { isOpen } from '../../../run/life/states.ts'
import type { Run } from '../../../run/run.ts'
import type { RunDraft } from '../../../run/run-draft.ts'
import { useKept } from '../../../run/use-kept.ts'
import { useSending, useStop, useThread } from '../../../run/use-runs.tsx'
import { requestPrice } from '../../../tool/request-price.ts'
import { titleOf } from '../../../tool/title-of.ts'
import { useToolPlace } from '../../../tool/use-tool-place.ts'
import { usePictureForm } from '../use-picture-form.ts'
import { freshRequest, type GenerateDraft, GenerateRequest, reserved } from './generate-request.ts'

type Request = Readonly<Record<string, unknown>>

/** All runs of this tool are one thread, so that they stand on its stage again after a reload. */
const thread = 'images.generate'

const asRequest = (value: unknown): Request =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Request) : {}

/** Everything the Generate tool knows and can do. */
export function useGenerate(stored: GenerateDraft | undefined, keep: (draft: GenerateDraft) => void) {
  const place = useToolPlace()
  const { form, model, card, price } = usePictureForm({
    ...{ schema: GenerateRequest, endpoint: 'images.generations', fresh: freshRequest, reserved },
    kept: { ...stored?.request, ...(place.model && { model: place.model }) },
    unread: stored?.unread,
  })
  useKept(
    useMemo(() => ({ request: form.draft, unread: form.unread }), [form.draft, form.unread]),
    keep,
  )
  const connection = useConnection()
  const { runs, loading, unreadable } = useThread(thread)
  const { held, dismiss, press } = useSending()
  const stop = useStop()
  const { remove } = useRunActions()
  const [removed, setRemoved] = useState<Removal>()
  /** What stood in the form before an earlier run was put into it. */
  const [before, setBefore] = useState<Request>()

  // The address names what is on the screen.
  useEffect(() => {
    if (model !== place.model) place.nameModel(model)
  })

  function send(request: Request, more: Pick<RunDraft, 'repeats' | 'price'> = {}): void {
    const asked = String(request.model ?? '')
    void press({
      ...{
        endpoint: 'images.generations',
        model: asked,
        title: titleOf(request, 'Image'),
        request,
        connection,
        thread,
      },
      price: requestPrice(asked, asked === model ? card : undefined, request),
      ...more,
    })
  }

  function fill(request: Request): void {
    setBefore(form.draft)
    form.replace(request)
  }

  // Of those on their way, the one that this page carries: another tab has its own button.
  const running = runs.findLast(({ live, status }) => isOpen(status) && (live !== undefined || status === 'prepared'))
  return {
    ...{ form, model, card, price, connection, runs, loading, unreadable, held, dismiss, running },
    generate: () => {
      if (!running) form.submit((request) => send(request))
    },
    /** Sends the same request once more. */
    again: (run: Run) => send(asRequest(run.request), { repeats: run.id }),
    /** Sends it for the pictures that did not come, at the price that was shown. */
    runMissing: (run: Run, n: number, price: string) => send({ ...asRequest(run.request), n }, { price }),
    /** Sends what was held back, by the person's word. */
    insist: (draft: RunDraft, repeats: string) => void press({ ...draft, repeats }),
    stop: (id: string) => void stop(id),
    /** Runs an example. The form takes it over, unless something was typed there. */
    tryOut: (example: Request) => {
      const request = { ...form.request, ...example }
      if (String(form.draft.prompt ?? '').trim() === '') form.replace({ ...form.draft, ...example })
      send(request)
    },
    reuse: (run: Run, what: 'prompt' | 'all') => {
      const request = asRequest(run.request)
      fill(what === 'all' ? request : { ...form.draft, prompt: request.prompt })
    },
    /** An earlier run was put into the form. */
    reused: before !== undefined,
    undoReuse: () => {
      if (before) form.replace(before)
      setBefore(undefined)
    },
    forgetReuse: () => setBefore(undefined),
    remove: (run: Run) => void remove([run.id]).then(setRemoved),
    removed: removed !== undefined && removed.ids.length > 0,
    undoRemove: () => {
      void removed?.undo()
      setRemoved(undefined)
    },
    forgetRemove: () => setRemoved(undefined),
  }
}

export type GenerateState = ReturnType<typeof useGenerate>
