import { decodeBase64 } from '#media/base64.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'

type Assets = ReturnType<typeof useAssets>

/** What a run of this tool was given: the picture that it worked on, and its mask. */
export interface Given {
  readonly base?: Blob
  readonly mask?: Blob
}

/** The files of a run that was sent as a form. Undefined until the assets are read. */
export function formFiles({ parts = [] }: Pick<Run, 'parts'>, assets: Assets): Given | undefined {
  if (!assets) return undefined
  const find = (test: (name: string) => boolean) => {
    const part = parts.find((one) => one.kind === 'file' && test(one.name))
    return part?.kind === 'file' ? assets.find(({ sha256 }) => sha256 === part.file.sha256)?.blob : undefined
  }
  const base = find((name) => /^images?(?:\[\d*\])?$/.test(name))
  const mask = find((name) => name === 'mask')
  return { ...(base && { base }), ...(mask && { mask }) }
}

/** The files of a run that was sent as JSON, from its data URLs. */
export async function jsonFiles({ request }: Pick<Run, 'request'>): Promise<Given> {
  const { images, mask } = asRecord(request)
  const [first] = Array.isArray(images) ? images : [images]
  const [base, marked] = await Promise.all([fileOf(first), fileOf(mask)])
  return { ...(base && { base }), ...(marked && { mask: marked }) }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

async function fileOf(reference: unknown): Promise<Blob | undefined> {
  const url = typeof reference === 'string' ? reference : asRecord(reference).image_url
  const comma = typeof url === 'string' && /^data:[^,]{0,200};base64,/i.test(url) ? url.indexOf(',') : -1
  if (typeof url !== 'string' || comma < 0) return undefined
  const bytes = await decodeBase64(url.slice(comma + 1))
  const type = bytes && sniffType(bytes.subarray(0, sniffLength))
  return bytes && type ? new Blob([bytes], { type }) : undefined
}
