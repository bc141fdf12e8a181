import * as z from 'zod/mini'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { ImagesEditsRequest } from '#contract/images/images.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { markedBounds } from '#media/mask/mask-pixels.ts'
import type { NamedFile, TrayPicture } from '../../../files/read-file.ts'
import { heldFiles, type RequestBody, requestBody, type SendingWay } from '../../../files/request-body.ts'
import { maskFile, maskName } from '../../../mask/import/mask-file.ts'
import type { MaskTasks } from '../../../mask/worker/mask-tasks.ts'
import { failureOf } from '../../../run/failure-of.ts'
import type { Run } from '../../../run/run.ts'
import type { MaskedArea } from '../../../tool/masked-area.ts'
import { ToolDraft } from '../../../tool/use-tool-form.ts'
import { AreaChoice, planFor, sizeField } from './area/sent-area.ts'

/** The stored draft of the form; pictures and mask are separate drafts. */
export const EditDraft = z.object({
  ...ToolDraft.shape,
  sendAs: z.optional(z.enum(['auto', 'json', 'multipart'])),
  area: z.optional(AreaChoice),
})
export type EditDraft = z.infer<typeof EditDraft>

export interface EditFiles {
  readonly pictures: readonly NamedFile[]
  readonly mask: NamedFile | undefined
}

export async function editBody(
  request: Readonly<Record<string, unknown>>,
  { pictures, mask }: EditFiles,
  way: SendingWay,
) {
  const files = await heldFiles([...pictures, ...(mask ? [mask] : [])])
  const references = files.map(({ reference }) => ({ image_url: reference }))
  const images = references.slice(0, pictures.length)
  return requestBody({
    ...{ endpoint: 'images.edits', schema: ImagesEditsRequest, files, way },
    request: { ...request, images, ...(mask && { mask: references.at(-1) }) },
  })
}

/** Error messages of routers that expected the other encoding. */
const notFound = /multipart|form.?data|content.?type|media type|json|missing|required/i

/** The other encoding of the same edit, if the router's refusal suggests that it could not parse this one. */
export function otherBody(run: Run): Exclude<SendingWay, 'auto'> | undefined {
  const failure = run.status === 'refused' ? failureOf(run) : undefined
  if (!failure) return undefined
  const isUnread = failure.status === 415 || ([400, 422].includes(failure.status ?? 0) && notFound.test(failure.what))
  if (!isUnread) return undefined
  return run.parts ? 'json' : 'multipart'
}

interface MaskedAreaEdit {
  readonly base: TrayPicture
  readonly mask: MaskEditor
  readonly references: readonly NamedFile[]
  readonly choice: AreaChoice
  readonly model: string
  readonly card: ModelCard | undefined
}

/** The body of an edit of a part of the base, enlarged. The whole base and its mask are kept with the run for pasting back. */
export async function maskedAreaBody(
  request: JsonRecord,
  { base, mask, references, choice, ...model }: MaskedAreaEdit,
  tasks: MaskTasks,
  way: SendingWay,
): Promise<RequestBody> {
  const { softEdge, surroundings } = choice
  const { size } = request
  const asked = { ...model, size }
  const plan = planFor(markedBounds(mask), base, choice, asked)
  const name = maskName(base.name)
  // All read the mask in this task: what is painted meanwhile belongs to the next edit.
  const [sent, whole, touched] = await Promise.all([
    tasks.cutOut({ base: base.blob, mask, plan }),
    maskFile(mask, tasks),
    softEdge > 0 ? withSoftEdge(mask, softEdge, tasks) : undefined,
  ])
  const keeps = await heldFiles([base, { name, blob: whole }, ...(touched ? [{ name, blob: touched }] : [])])
  const area = areaName(base.name)
  const files = {
    pictures: [{ name: area, blob: sent.picture }, ...references],
    mask: { name: maskName(area), blob: sent.mask },
  }
  const written = await editBody({ ...request, ...sizeField(plan, asked) }, files, way)
  if (written.kind === 'refused') return written
  const [keptBase, keptMask, keptTouched] = keeps
  const maskedArea = {
    ...{ frame: plan.frame, to: plan.to, surroundings, softEdge },
    ...{ base: keptBase?.sha256 ?? '', mask: keptMask?.sha256 ?? '' },
    ...(keptTouched && { touched: keptTouched.sha256 }),
    ...(typeof size === 'string' && { size }),
  } satisfies MaskedArea
  return { kind: 'ready', body: { ...written.body, keeps, turn: { maskedArea } } }
}

async function withSoftEdge(mask: MaskEditor, by: number, tasks: MaskTasks): Promise<Blob> {
  const { width, height } = mask
  const bytes = await tasks.grow({ width, height, bytes: marks(mask.bytes) }, by)
  return new Blob([await tasks.encode({ width, height, bytes })], { type: 'image/png' })
}

/** 255 for everything that is marked at all. */
const marks = (bytes: Uint8Array) => bytes.map((byte) => (byte === 0 ? 0 : 255))

const areaName = (picture: string) => `${picture.replace(/\.[a-z\d]{2,5}$/i, '').slice(0, 80)}-area.png`
