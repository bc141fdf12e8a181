import { useRef, useState } from 'react'
import { imagesRules } from '#contract/images/images-rules.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { uprightCopy } from '../../../files/look-at-picture.ts'
import type { TrayPicture } from '../../../files/read-file.ts'
import type { SendingWay } from '../../../files/request-body.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { maskFile, maskName } from '../../../mask/import/mask-file.ts'
import type { MaskTasks } from '../../../mask/work/mask-tasks.ts'
import { repeatOf, useRunRecord } from '../../../run/history/run-record.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection, RunDraft } from '../../../run/run-draft.ts'
import { useSending } from '../../../run/use-runs.tsx'
import { requestPrice } from '../../../tool/request-price.ts'
import { titleOf } from '../../../tool/text-of.ts'
import { editTool } from '../../../tool/tools.ts'
import { drawHarbour, type EditExample } from './edit-examples.ts'
import { type EditFiles, editBody } from './edit-request.ts'
import type { EditSession } from './edit-session.ts'
import type { EditState } from './edit-state.ts'
import { type EarlierEdit, earlierEdit } from './run-files.ts'

type Request = Readonly<Record<string, unknown>>

/** Where every run of the tool belongs. */
const own = { endpoint: editTool.endpoint, thread: editTool.id } as const

interface Setup extends Pick<EditState, 'work' | 'mask'> {
  readonly session: EditSession
  readonly form: RequestForm
  readonly model: string
  readonly card: ModelCard | undefined
  readonly sendAs: SendingWay
  readonly setSendAs: (way: SendingWay) => void
  readonly tasks: MaskTasks
  readonly connection: RunConnection
}

const lost = 'The request of this run, or a file of it, is lost, so it cannot be sent again.'
const noImage = 'Add an image to edit.'

/** A mask fits what is seen: a picture that its file turns is sent as it stands, for not everybody turns it. */
const asSent = async (picture: TrayPicture, hasMask: boolean) =>
  hasMask && picture.stands === 'turned'
    ? { name: picture.name.replace(/\.[a-z\d]{2,5}$/i, '').concat('.png'), blob: await uprightCopy(picture.blob) }
    : picture

/** The files as they are sent: a mask only where something is marked. */
async function filesToSend({ mask, work, tasks }: Setup): Promise<EditFiles> {
  const [base] = work.pictures
  const file = mask && base && mask.marked > 0 ? await maskFile(mask, tasks) : undefined
  const pictures = work.pictures.map((picture, at) => asSent(picture, at === 0 && file !== undefined))
  return { pictures: await Promise.all(pictures), mask: file && base && { name: maskName(base.name), blob: file } }
}

/** What is missing beside the form, or not served by the model. */
function missing({ work, mask, model, card }: Setup, request: Request): string | undefined {
  if (work.pictures.length === 0) return noImage
  const hasMask = mask !== undefined && mask.marked > 0
  return imagesRules(model, card).check({ ...request, images: ['image'], ...(hasMask && { mask: 'mask' }) })?.message
}

/** An earlier edit as it is written in one of both ways. */
function writtenAs({ form, pictures, mask }: EarlierEdit, way: 'json' | 'multipart') {
  const file = mask && { name: maskName(pictures[0]?.name ?? 'image'), blob: mask }
  return editBody(form.request ?? {}, { pictures, mask: file }, way)
}

/** The same edit for another number of pictures, as an edit of its own. */
function forSoMany({ repeats: _, request, parts, ...draft }: RunDraft, n: number): RunDraft {
  if (!parts) return { ...draft, request: { ...(request as Request), n } }
  const counted = parts.map((part) => (part.kind === 'text' && part.name === 'n' ? { ...part, value: `${n}` } : part))
  return { ...draft, request, parts: counted }
}

/** Sends the edit. One press is one send, also while its mask is still being written. */
export function useEditSending(setup: Setup) {
  const { held, dismiss, press } = useSending()
  const readRecord = useRunRecord()
  const { problem, setProblem, preparing, once } = useOnePress([setup.model, setup.sendAs, setup.work])

  async function send(request: Request, { work, mask }: Pick<EditState, 'work' | 'mask'> = setup): Promise<void> {
    const { sendAs, card, connection } = setup
    const written = await editBody(request, await filesToSend({ ...setup, work, mask }), sendAs)
    if (written.kind === 'refused') return setProblem(written.why)
    const model = String(request.model ?? '')
    await press({
      ...{ model, title: titleOf(request, 'Edit'), connection, ...own },
      ...written.body,
      price: requestPrice(model, card, request),
    })
  }

  return {
    ...{ held, dismiss, problem, preparing },
    apply(): void {
      setProblem(setup.work.pictures.length === 0 ? noImage : undefined)
      setup.form.submit((request) => {
        const why = missing(setup, request)
        if (why === undefined) void once(() => send(request))
        else setProblem(why)
      })
    },
    /** Runs an example on a picture of its own. The form takes its words over, unless something was typed there. */
    tryOut: ({ prompt, mark }: EditExample) =>
      void once(async () => {
        const { form, session } = setup
        await session.add([{ name: 'harbour.png', blob: await drawHarbour() }])
        const { work, mask } = session.state()
        if (work.pictures.length !== 1 || !mask) return
        mark?.(mask)
        if (String(form.draft.prompt ?? '').trim() === '') form.set('prompt', prompt)
        await send({ ...form.request, prompt }, { work, mask })
      }),
    /** Sends the same request with the same files once more. */
    again: (run: Run) =>
      void once(async () => {
        const record = await readRecord(run.id)
        const draft = record && repeatOf(record, setup.connection)
        if (draft) await press(draft)
        else setProblem(lost)
      }),
    /** Sends it for the pictures that did not come, at the price that was shown. */
    runMissing: (run: Run, n: number, price: string) =>
      void once(async () => {
        const record = await readRecord(run.id)
        const draft = record && repeatOf(record, setup.connection)
        if (draft) await press({ ...forSoMany(draft, n), price })
        else setProblem(lost)
      }),
    /** Sends the same request with the same files once more, but written in the other way, which from then on is taken. */
    againAs: (run: Run, way: 'json' | 'multipart') =>
      void once(async () => {
        const record = await readRecord(run.id)
        const edit = record && earlierEdit(record.run, record.assets)
        if (!edit || edit.lost > 0) return setProblem(lost)
        const written = await writtenAs(edit, way)
        if (written.kind === 'refused') return setProblem(written.why)
        setup.setSendAs(way)
        const { model, title, price } = run
        const { connection } = setup
        await press({
          ...{ model, title, connection, ...own, ...written.body },
          ...{ repeats: run.id, ...(price !== undefined && { price }) },
        })
      }),
    /** Sends what was held back, by the person's word. */
    insist: (draft: RunDraft, repeats: string) => void press({ ...draft, repeats }),
  }
}

/** Work after a press, one press at a time, and what kept the last one from being sent: said as long as what it is about stands. */
function useOnePress(about: readonly unknown[]) {
  const [said, setSaid] = useState<{ readonly words: string | undefined; readonly about: readonly unknown[] }>()
  const problem = said && about.every((one, at) => one === said.about[at]) ? said.words : undefined
  const setProblem = (words: string | undefined) => setSaid({ words, about })
  const [status, setStatus] = useState<'ready' | 'preparing'>('ready')
  const preparing = useRef(false)

  async function once(work: () => Promise<void>): Promise<void> {
    if (preparing.current) return
    preparing.current = true
    setStatus('preparing')
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(`Not sent: ${error instanceof Error ? error.message : error}`))
    preparing.current = false
    setStatus('ready')
  }
  return { problem, setProblem, preparing: status === 'preparing', once }
}
