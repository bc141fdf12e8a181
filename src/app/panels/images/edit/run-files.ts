import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'
import { extensionOf } from '#media/media-type.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { sentFile, sentRequest } from '../../../files/sent-request.ts'
import type { Run } from '../../../run/run.ts'
import { type MaskedArea, maskedAreaOf } from '../../../tool/masked-area.ts'
import type { Asset } from '../../../tool/results/result-file.ts'
import type { EditDraft } from './edit-request.ts'

type SentEdit = Pick<Run, 'request' | 'parts' | 'turn'>

interface Given {
  readonly base?: Blob
  readonly mask?: Blob
}

/** Base and mask of a run; of a masked area the whole base, and all that pasting may change. Undefined until assets are read. */
export function givenFiles(run: SentEdit, assets: readonly Asset[] | undefined): Given | undefined {
  if (!assets) return undefined
  const area = keptArea(run, assets)
  if (area) return { base: area.base.blob, mask: area.touched }
  const { images, mask } = sentRequest(ImagesEditsRequest, run)
  const [base, hidden] = [itemsOf(images)[0], mask].map((item) => sentFile(item, run, assets)?.blob)
  return { ...(base && { base }), ...(hidden && { mask: hidden }) }
}

/** `givenFiles` of a run; keeps its identity for the same files. */
export function useGiven({ request, parts, turn }: Run, assets: readonly Asset[] | undefined): Given | undefined {
  return useMemo(() => givenFiles({ request, turn, ...(parts && { parts }) }, assets), [request, parts, turn, assets])
}

/** The part of a base that a run was sent, and the whole. */
export interface KeptArea {
  readonly area: MaskedArea
  readonly base: NamedFile
  /** Transparent where the result belongs. */
  readonly mask: Blob
  /** The same with the soft edge: transparent wherever pasting may change a pixel. */
  readonly touched: Blob
}

/** Undefined where a run was sent the whole base, and where that is lost. */
export function keptArea(run: Pick<Run, 'turn'>, assets: readonly Asset[]): KeptArea | undefined {
  const area = maskedAreaOf(run)
  const fileOf = (hash: string | undefined) => assets.find(({ sha256, role }) => sha256 === hash && role !== 'output')
  const [base, mask] = [fileOf(area?.base), fileOf(area?.mask)?.blob]
  if (!area || !base || !mask) return undefined
  return {
    area,
    base: { name: base.name ?? 'image.png', blob: base.blob },
    mask,
    touched: fileOf(area.touched)?.blob ?? mask,
  }
}

/** Names of the pictures in their order, as runs of earlier versions kept them beside their JSON. */
const FileNames = z.object({ names: z.array(z.string()) })

export interface EarlierEdit {
  readonly form: EditDraft
  readonly pictures: readonly NamedFile[]
  readonly mask: Blob | undefined
  /** How many of its files are not here: lost, or only named by an address. */
  readonly lost: number
}

export function sentEdit(run: SentEdit, assets: readonly Asset[]): EarlierEdit {
  const { images, mask, ...request } = sentRequest(ImagesEditsRequest, run)
  const { names } = FileNames.safeParse(run.turn).data ?? { names: [] }
  const items = itemsOf(images)
  const pictures = items.flatMap((item, at): readonly NamedFile[] => {
    const file = sentFile(item, run, assets)
    if (!file) return []
    const { type, blob, name = names[at] ?? `image-${at + 1}.${extensionOf(type)}` } = file
    return [{ name, blob }]
  })
  const maskFile = sentFile(mask, run, assets)
  const lost = items.length - pictures.length + (mask !== undefined && !maskFile ? 1 : 0)
  return { form: { request, sendAs: run.parts ? 'multipart' : 'auto' }, pictures, mask: maskFile?.blob, lost }
}

/** The settings and the files of a run, to be worked on again: where a part of the base was sent, the whole. */
export function earlierEdit(run: SentEdit, assets: readonly Asset[]): EarlierEdit {
  const sent = sentEdit(run, assets)
  const kept = keptArea(run, assets)
  if (!kept) return maskedAreaOf(run) ? { ...sent, lost: sent.lost + 1 } : sent
  const { surroundings, softEdge, size } = kept.area
  const { size: _, ...request } = sent.form.request ?? {}
  return {
    ...sent,
    form: {
      ...sent.form,
      request: { ...request, ...(size !== undefined && { size }) },
      area: { sent: 'masked', surroundings, softEdge },
    },
    pictures: [kept.base, ...sent.pictures.slice(1)],
    mask: kept.mask,
  }
}

const itemsOf = (images: unknown): readonly unknown[] =>
  Array.isArray(images) ? images : images === undefined ? [] : [images]
