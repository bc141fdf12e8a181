import { useEffect, useMemo, useRef, useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { editImages } from '#contract/images/images.ts'
import { imagesRules } from '#contract/images/images-rules.ts'
import { lookAtPicture, uprightCopy } from '../../../files/look-at-picture.ts'
import type { TrayPicture } from '../../../files/read-file.ts'
import type { SendingWay } from '../../../files/request-body.ts'
import { maskFile, maskName } from '../../../mask/import/mask-file.ts'
import { createMaskTasks } from '../../../mask/worker/mask-tasks.ts'
import { fileDraftsOf } from '../../../run/file-drafts.ts'
import { keptFiles, useRunRecord } from '../../../run/history/run-record.ts'
import { newId } from '../../../run/new-id.ts'
import type { Run } from '../../../run/run.ts'
import { onePerRuns } from '../../../run/runs.ts'
import { useKept } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { lost } from '../../../tool/again/use-repeat.ts'
import { setupOf } from '../../../tool/tool-view.tsx'
import { editTool } from '../../../tool/tools.ts'
import { useNamedModel } from '../../../tool/use-place.ts'
import { type ToolFormState, useToolForm } from '../../../tool/use-tool-form.ts'
import { useToolSending } from '../../../tool/use-tool-sending.ts'
import { byteSize } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { pictureRules } from '../image-rows.tsx'
import { type SentArea, useSentArea } from './area/sent-area.ts'
import { useEarlierEdit } from './earlier-edit.tsx'
import { drawHarbour, type EditExample } from './edit-examples.ts'
import { type EditDraft, type EditFiles, editBody, maskedAreaBody } from './edit-request.ts'
import { EditSession, type EditState } from './edit-session.ts'
import { sentEdit } from './run-files.ts'
import { useRowDrag } from './use-row-drag.ts'

// Without the endpoint's check, which would miss the images: `useEditSending` looks for them.
const { check: _, ...entry } = setupOf(editTool)
const setup = { ...entry, rules: pictureRules }

/** Work on masks beside the page; its worker starts with the first of it. */
const tasks = createMaskTasks()

/** One for each page, so that it continues while another panel is shown. */
const sessionOf = onePerRuns((runs) => {
  const { clock, onHide, tab } = runs.page
  const session: EditSession = new EditSession({
    openDraft: fileDraftsOf(runs, 'images.edit.files', ['work', 'mask', 'aside', 'staging'], (kept) =>
      session.setKept(kept),
    ),
    after: clock.after,
    onHide,
    newId,
    tab,
    look: lookAtPicture,
    tasks,
  })
  return session
})

export type EditTools = ReturnType<typeof useEdit>

/** `stored` is the draft of the form at the last visit; `keep` stores it while it is typed. */
export function useEdit(stored: EditDraft | undefined, keep: (draft: EditDraft) => void) {
  const toolForm = useToolForm(editTool, setup, stored)
  const { form, model } = toolForm
  const [sendAs, setSendAs] = useState<SendingWay>(stored?.sendAs ?? 'auto')
  const session = sessionOf(useRuns())
  const state = usePageState(session.state)
  const area = useSentArea(state.pictures[0], state.mask?.editor, toolForm, stored?.area)
  const { kept } = toolForm
  useKept(
    useMemo(() => ({ ...kept, sendAs, area: area.choice }), [kept, sendAs, area.choice]),
    keep,
  )
  useNamedModel(editTool, model, form)
  const shared = { session, sendAs, setSendAs, area, tasks }
  const earlier = useEarlierEdit({ form, ...shared })
  const sending = useEditSending({ form: toolForm, state, ...shared })
  const drag = useRowDrag(session)
  /** Set where the canvas is to take the focus once it is there. */
  const focusRequest = useRef(false)
  const sent = sending.running?.id
  useEffect(() => {
    if (sent !== undefined) session.stage({ kind: 'sent', run: sent })
  }, [session, sent])
  return { form: toolForm, state, sending, earlier, drag, focusRequest, ...shared }
}

interface Setup {
  readonly session: EditSession
  readonly state: EditState
  readonly form: ToolFormState
  readonly sendAs: SendingWay
  readonly setSendAs: (way: SendingWay) => void
  readonly area: SentArea
}

export type EditSending = ReturnType<typeof useEditSending>

const noImage = 'Add an image to edit.'
const tooLarge = 'The maximum is 50 MB: send the masked area only, or crop the image.'

function useEditSending({ session, state, form: toolForm, sendAs, setSendAs, area }: Setup) {
  const readRecord = useRunRecord()
  const { form, model, card } = toolForm
  const { choice } = area
  const write = async (request: JsonRecord) => {
    const { mask, pictures } = session.state.get()
    const [base, ...references] = pictures
    if (choice.sent === 'masked' && base && mask && isMarked({ mask }))
      return maskedAreaBody(request, { base, mask: mask.editor, references, choice, model, card }, tasks, sendAs)
    return editBody(request, await filesToSend({ mask, pictures }), sendAs)
  }
  const sending = useToolSending(editTool, toolForm, write, [model, sendAs, choice, state.pictures])
  const { once, send, setProblem, running } = sending

  /** What is missing beside the form, or not served by the model. */
  function refusal(request: JsonRecord): string | undefined {
    const { pictures } = state
    if (pictures.length === 0) return noImage
    const sent = choice.sent === 'masked' && isMarked(state) ? pictures.slice(1) : pictures
    const large = sent.find(({ blob }) => blob.size > editImages.maxBytes)
    if (large) return `${large.name} is ${byteSize(large.blob.size)}. ${tooLarge}`
    const mask = isMarked(state) && { mask: 'mask' }
    return imagesRules(model, card).check({ ...request, images: ['image'], ...mask })?.message
  }
  return {
    ...sending,
    run() {
      if (running) return
      setProblem(state.pictures.length === 0 ? noImage : undefined)
      form.submit((request) => {
        const why = refusal(request)
        if (why === undefined) void once(() => send(request))
        else setProblem(why)
      })
    },
    /** Runs an example on a picture of its own. The form takes its prompt over, unless something was typed there. */
    tryOut: ({ prompt, mark }: EditExample) =>
      void once(async () => {
        await session.add([{ name: 'harbour.png', blob: await drawHarbour() }])
        const { pictures, mask } = session.state.get()
        if (pictures.length !== 1 || !mask) return
        mark?.(mask.editor)
        if (String(form.draft.prompt ?? '').trim() === '') form.set('prompt', prompt)
        await send({ ...form.request, prompt })
      }),
    /** Sends the same request with the same files once more in the other encoding, which is used from then on. */
    againAs: (run: Run, way: 'json' | 'multipart') =>
      void once(async () => {
        const record = await readRecord(run.id)
        const edit = record && sentEdit(record.run, record.assets)
        if (!edit || edit.lost > 0) return setProblem(lost)
        const { pictures, mask: blob } = edit
        const mask = blob && { name: maskName(pictures[0]?.name ?? 'image'), blob }
        setSendAs(way)
        await send(edit.form.request ?? {}, {
          ...{ repeats: run.id, turn: run.turn, keeps: keptFiles(record.assets) },
          write: (request) => editBody(request, { pictures, mask }, way),
        })
      }),
  }
}

const isMarked = ({ mask }: Pick<EditState, 'mask'>) => mask !== undefined && mask.editor.marked > 0

async function filesToSend({ mask, pictures }: Pick<EditState, 'mask' | 'pictures'>): Promise<EditFiles> {
  const [base] = pictures
  const file = mask && base && isMarked({ mask }) ? await maskFile(mask.editor, tasks) : undefined
  const sent = pictures.map((picture, at) => asSent(picture, at === 0 && file !== undefined))
  return { pictures: await Promise.all(sent), mask: file && base && { name: maskName(base.name), blob: file } }
}

/** A mask fits the upright picture: one that is turned by its EXIF is sent upright, since not every router turns it. */
const asSent = async (picture: TrayPicture, hasMask: boolean) =>
  hasMask && picture.stands === 'turned'
    ? { name: picture.name.replace(/\.[a-z\d]{2,5}$/i, '').concat('.png'), blob: await uprightCopy(picture.blob) }
    : picture
