import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ImagesEditsRequest } from '#contract/images/images.ts'
import { extensionOf } from '#media/media-type.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { sentFile, sentRequest } from '../../../files/sent-request.ts'
import type { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import type { EditDraft } from './edit-request.ts'

type SentEdit = Pick<Run, 'request' | 'parts'>

/** What a run of this tool was given: the picture that it worked on, and its mask. */
interface Given {
  readonly base?: Blob
  readonly mask?: Blob
}

/** The files of a run, whether it was sent as a form or as JSON. Undefined until the assets are read. */
export function givenFiles(run: SentEdit, assets: ReturnType<typeof useAssets>): Given | undefined {
  if (!assets) return undefined
  const { images, mask } = sentRequest(ImagesEditsRequest, run)
  const [base, hidden] = [itemsOf(images)[0], mask].map((item) => sentFile(item, run, assets)?.blob)
  return { ...(base && { base }), ...(hidden && { mask: hidden }) }
}

/** `givenFiles` of a run; keeps its identity for the same files. */
export function useGiven({ request, parts }: Run, assets: ReturnType<typeof useAssets>): Given | undefined {
  return useMemo(() => givenFiles({ request, ...(parts && { parts }) }, assets), [request, parts, assets])
}

/** Names of the pictures in their order, as runs of earlier versions kept them beside their JSON. */
const FileNames = z.object({ names: z.array(z.string()) })

/** An edit as the tool had it. */
export interface EarlierEdit {
  readonly form: EditDraft
  readonly pictures: readonly NamedFile[]
  readonly mask: Blob | undefined
  /** How many of its files are not here: lost, or only named by an address. */
  readonly lost: number
}

/** The settings and the files of a run, to be worked on again. */
export function earlierEdit(
  run: SentEdit & Pick<Run, 'turn'>,
  assets: NonNullable<ReturnType<typeof useAssets>>,
): EarlierEdit {
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

const itemsOf = (images: unknown): readonly unknown[] =>
  Array.isArray(images) ? images : images === undefined ? [] : [images]
