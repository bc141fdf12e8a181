import { useMemo } from 'react'
import * as z from 'zod/mini'
import { recordOf } from '#contract/core/loose-json.ts'
import { extensionOf } from '#media/media-type.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { referenceIn } from '../../../files/request-body.ts'
import type { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { type EditDraft, EditRequest } from './edit-request.ts'

/** What a run of this tool was given: the picture that it worked on, and its mask. */
interface Given {
  readonly base?: Blob
  readonly mask?: Blob
}

/** The files of a run, whether it was sent as a form or as JSON. Undefined until the assets are read. */
export function givenFiles(
  run: Pick<Run, 'request' | 'parts'>,
  assets: ReturnType<typeof useAssets>,
): Given | undefined {
  if (!assets) return undefined
  const { pictures, mask } = sentIn(run)
  const blobOf = (one: Sent | undefined) => assets.find(({ sha256 }) => sha256 === one?.sha256)?.blob
  const [baseFile, maskFile] = [blobOf(pictures[0]), blobOf(mask)]
  return { ...(baseFile && { base: baseFile }), ...(maskFile && { mask: maskFile }) }
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
  run: Pick<Run, 'request' | 'parts' | 'turn'>,
  assets: NonNullable<ReturnType<typeof useAssets>>,
): EarlierEdit {
  const { pictures, mask } = sentIn(run)
  const { names } = FileNames.safeParse(run.turn).data ?? { names: [] }
  const fileOf = ({ sha256, name }: Sent, at: number): readonly NamedFile[] => {
    const asset = assets.find((one) => one.sha256 === sha256)
    return asset
      ? [{ name: name ?? names[at] ?? asset.name ?? `image-${at + 1}.${extensionOf(asset.type)}`, blob: asset.blob }]
      : []
  }
  const found = pictures.flatMap(fileOf)
  const [maskFile] = mask ? fileOf(mask, 0) : []
  const lost = pictures.length - found.length + (mask && !maskFile ? 1 : 0)
  const { images: _, mask: __, ...request } = run.parts ? fieldsOf(run.parts) : recordOf(run.request)
  return { form: { request, sendAs: run.parts ? 'multipart' : 'auto' }, pictures: found, mask: maskFile?.blob, lost }
}

/** A file that went with a request; without a hash where it was only named. */
interface Sent {
  readonly sha256: string | undefined
  readonly name?: string
}

interface SentFiles {
  readonly pictures: readonly Sent[]
  readonly mask: Sent | undefined
}

const sentIn = ({ request, parts }: Pick<Run, 'request' | 'parts'>): SentFiles =>
  parts ? sentInForm(parts) : sentInJson(request)

function sentInForm(parts: NonNullable<Run['parts']>): SentFiles {
  const named = (test: RegExp) =>
    parts.flatMap((part): Sent[] => (part.kind === 'file' && test.test(part.name) ? [part.file] : []))
  return { pictures: named(/^images?(?:\[\d*\])?$/), mask: named(/^mask$/)[0] }
}

function sentInJson(request: unknown): SentFiles {
  const { images, mask } = recordOf(request)
  const sent = (reference: unknown): Sent => ({ sha256: referenceIn(reference) })
  const all = Array.isArray(images) ? images : images === undefined ? [] : [images]
  return { pictures: all.map(sent), mask: mask === undefined ? undefined : sent(mask) }
}

/** The fields of a form as JSON has them: what the schema takes as text stays text. */
function fieldsOf(parts: NonNullable<Run['parts']>): Readonly<Record<string, unknown>> {
  const shapes: Readonly<Record<string, z.core.$ZodType>> = EditRequest.shape
  const fields = parts.flatMap((part) => {
    if (part.kind === 'file') return []
    const shape = shapes[part.name]
    const isText = shape !== undefined && z.safeParse(shape, part.value).success
    return [[part.name, isText ? part.value : parsed(part.value)] as const]
  })
  return Object.fromEntries(fields)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
