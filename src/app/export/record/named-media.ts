import type { RecordedAsset, RunRecord } from '../../run/history/run-record-schema.ts'
import { byteSize } from '../../ui/format.ts'
import { bytesIn, withoutBytes } from './asked-of.ts'

export interface NamedMedia {
  readonly name: string
  readonly asset: RecordedAsset
}

/** The files of a run: sent, received, and the previews before the final ones. */
export interface RunMedia {
  readonly inputs: readonly NamedMedia[]
  readonly outputs: readonly NamedMedia[]
  readonly previews: readonly NamedMedia[]
}

/** Outputs in the order of the reply. A picture that was never finished counts as a preview. */
export function mediaOf(record: Pick<RunRecord, 'sent' | 'result' | 'assets'>): RunMedia {
  const media = record.result.outputs.filter((output) => output.kind === 'media')
  const labels = new Map(media.map(({ sha256, label }) => [sha256, label]))
  const steps = new Set(
    media.flatMap(({ sha256, partial, steps: before = [] }) => [...before, ...(partial ? [sha256] : [])]),
  )
  const files = record.assets.filter(({ role }) => role === 'output')
  const places = new Map(media.map(({ sha256 }, at) => [sha256, at]))
  const placeOf = ({ sha256 }: RecordedAsset) => places.get(sha256) ?? media.length
  const isText = ({ type }: RecordedAsset) =>
    /^text\/(?:plain|vtt|srt)/.test(type) && record.result.outputs.some(({ kind }) => kind === 'message')
  const finals = files
    .filter((file) => !steps.has(file.sha256) && !isText(file))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  return {
    inputs: inputsOf(record),
    outputs: numbered('Output', finals).map(({ name, asset }) => {
      const label = labels.get(asset.sha256)
      return { name: label === undefined ? name : `${name} (${label})`, asset }
    }),
    previews: numbered(
      'Preview',
      files.filter((file) => steps.has(file.sha256)),
    ),
  }
}

const numbered = (word: string, files: readonly RecordedAsset[]): readonly NamedMedia[] =>
  files.map((asset, at) => ({ name: files.length === 1 ? word : `${word} ${at + 1}`, asset }))

function inputsOf({ sent, assets }: Pick<RunRecord, 'sent' | 'assets'>): readonly NamedMedia[] {
  const isMask = maskIn(sent.body)
  const files = assets.filter(({ role }) => role === 'input')
  const mask = files.findLast(isMask)
  const named = numbered(
    'Input',
    files.filter((file) => file !== mask),
  )
  return mask ? [...named, { name: 'Mask', asset: mask }] : named
}

/** Identifies the mask of a request: by its hash in multipart, by its size in JSON. */
function maskIn(body: RunRecord['sent']['body']): (file: RecordedAsset) => boolean {
  if (body.kind === 'multipart') {
    const mask = body.parts.find((part) => part.name === 'mask')
    return ({ sha256 }) => mask?.kind === 'file' && mask.file.sha256 === sha256
  }
  const value: unknown = body.kind === 'json' ? Object(body.value).mask : undefined
  const text = typeof value === 'string' ? value : Object(value).image_url
  return ({ size }) => typeof text === 'string' && bytesIn(text.slice(text.indexOf(',') + 1)) === size
}

/** A JSON request with the names of its files in the place of their base64. */
export function namedRequest(value: unknown, inputs: readonly NamedMedia[]): unknown {
  const left = [...inputs]
  return withoutBytes(value, (text) => {
    const size = bytesIn(text.slice(text.indexOf(',') + 1))
    const at = left.findIndex(({ asset }) => asset.size === size)
    const file = left[at]
    if (file === undefined) return `[${byteSize(size)} of base64]`
    return `[${file.name}: ${file.asset.type}, ${byteSize(size)}]`
  })
}
