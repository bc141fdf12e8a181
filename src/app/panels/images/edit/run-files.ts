import type { useAssets } from '../../../run/history/use-assets.ts'
import { liftedFile } from '../../../run/lifted-request.ts'
import type { Run } from '../../../run/run.ts'

/** What a run of this tool was given: the picture that it worked on, and its mask. */
export interface Given {
  readonly base?: Blob
  readonly mask?: Blob
}

/** The files of a run, whether it was sent as a form or as JSON. Undefined until the assets are read. */
export function givenFiles(
  run: Pick<Run, 'request' | 'parts'>,
  assets: ReturnType<typeof useAssets>,
): Given | undefined {
  if (!assets) return undefined
  const { base, mask } = run.parts ? hashesInForm(run.parts) : hashesInJson(run.request)
  const blobOf = (hash: string | undefined) => assets.find(({ sha256 }) => sha256 === hash)?.blob
  const [baseFile, maskFile] = [blobOf(base), blobOf(mask)]
  return { ...(baseFile && { base: baseFile }), ...(maskFile && { mask: maskFile }) }
}

interface Hashes {
  readonly base: string | undefined
  readonly mask: string | undefined
}

function hashesInForm(parts: NonNullable<Run['parts']>): Hashes {
  const find = (test: RegExp) => {
    const part = parts.find((one) => one.kind === 'file' && test.test(one.name))
    return part?.kind === 'file' ? part.file.sha256 : undefined
  }
  return { base: find(/^images?(?:\[\d*\])?$/), mask: find(/^mask$/) }
}

function hashesInJson(request: unknown): Hashes {
  const { images, mask } = asRecord(request)
  const hashOf = (reference: unknown) => liftedFile(asRecord(reference).image_url ?? reference)
  return { base: hashOf(Array.isArray(images) ? images[0] : images), mask: hashOf(mask) }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
