import { ownOf } from '#contract/core/loose-json.ts'
import { dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import { essenceOf, extensionOf } from '#media/media-type.ts'
import { withPngText } from '#media/png.ts'
import { withXmp, xmpPacket } from '#media/video/mp4-xmp.ts'
import type { Run } from '../../run/run.ts'
import { servedModel } from '../../run/served-model.ts'
import type { VideoFrame } from '../../view/media/player/video-frames.ts'
import { promptOf, settingsOf } from '../asked.ts'
import { type ResultFile, runFileName } from './result-file.ts'
import type { Slot } from './slots.ts'

/** Slots with a complete file, including types that browsers cannot decode. */
export const finishedOf = (slots: readonly Slot[]): readonly ResultFile[] =>
  slots.flatMap((slot) => (slot.state === 'done' ? [slot] : []))

export function pictureName(run: Run, { place, file }: ResultFile): string {
  const extension = essenceOf(file.type) === 'image/svg+xml' ? 'svg' : extensionOf(file.type)
  return runFileName(run, place + 1, extension)
}

/** Provenance for PNG text chunks and XMP. Unknown values are empty strings, which are not written. */
function provenance(run: Run, { file, says = '' }: ResultFile): Readonly<Record<string, string>> {
  return {
    Software: 'Patchbay',
    Model: servedModel(run) ?? run.model,
    Prompt: promptOf(run),
    'Revised Prompt': says,
    Description: ownOf(run.alts, file.sha256) ?? '',
    Settings: JSON.stringify(settingsOf(run)),
    'Request Id': run.served?.requestId ?? '',
    'Run Id': run.id,
    Router: hostOf(run.connection.baseUrl),
    Created: new Date(run.log[0]?.at ?? 0).toISOString(),
    Source: run.served?.provider === 'sandbox' ? 'Sandbox: synthetic output' : (run.served?.provider ?? ''),
  }
}

const hostOf = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '')

/** A picture for download: the received bytes; in a PNG, text chunks with its provenance are added. Pixels are unchanged. */
export async function savedPicture(
  run: Run,
  picture: ResultFile,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const { blob, type } = picture.file
  const name = pictureName(run, picture)
  if (!type.startsWith('image/png')) return { name, blob }
  const bytes = withPngText(new Uint8Array(await blob.arrayBuffer()), provenance(run, picture))
  return { name, blob: new Blob([bytes], { type }) }
}

export async function sidecarOf(run: Run, pictures: readonly ResultFile[]): Promise<object> {
  const { served = {}, connection, status, price, usage } = run
  return {
    madeWith: 'Patchbay',
    created: new Date(run.log[0]?.at ?? 0).toISOString(),
    status,
    endpoint: run.endpoint,
    connection: { name: connection.name, baseUrl: connection.baseUrl },
    prompt: promptOf(run),
    model: { asked: run.model, served: servedModel(run), provider: served.provider },
    settings: settingsOf(run),
    requestId: served.requestId,
    price: price ?? 'price not stated',
    usage,
    images: await Promise.all(pictures.map(async (picture) => await factsOf(run, picture))),
  }
}

async function factsOf(run: Run, picture: ResultFile): Promise<object> {
  const { blob, type, size, sha256 } = picture.file
  const start = new Uint8Array(await blob.slice(0, dimensionsLength).arrayBuffer())
  return {
    file: pictureName(run, picture),
    type,
    ...dimensionsOf(start),
    /** Hash of the received bytes: a saved PNG differs by its provenance chunks. */
    bytesAsCame: size,
    sha256AsCame: sha256,
    alt: ownOf(run.alts, sha256),
    promptAsRewritten: picture.says,
  }
}

interface SavedFile {
  readonly name: string
  readonly blob: Blob
}

/** A received file for download, named after its run: the received bytes, to which a PNG and an MP4 add their provenance. */
export async function savedFile(run: Run, media: ResultFile): Promise<SavedFile> {
  const { blob, type } = media.file
  if (essenceOf(type) !== 'video/mp4') return await savedPicture(run, media)
  const entries = provenance(run, media)
  const packet = xmpPacket({
    ...{ prompt: entries.Prompt ?? '', system: entries.Model ?? '', created: entries.Created ?? '' },
    ...{ isSynthetic: run.served?.provider === 'sandbox', entries },
  })
  return { name: pictureName(run, media), blob: await withXmp(blob, packet) }
}

/** A frame of a video as a PNG with the provenance of the video and its position, named after the run and the frame. */
export async function savedFrame(
  run: Run,
  video: ResultFile,
  { blob, seconds, frame }: VideoFrame,
): Promise<SavedFile> {
  const place = frame === undefined ? `${seconds.toFixed(3).replace('.', '-')}s` : `frame-${frame}`
  const position = `${seconds.toFixed(3)} s${frame === undefined ? '' : `, frame ${frame}`}`
  const name = pictureName(run, video).replace(/\.[a-z\d]+$/, `_${place}.png`)
  const entries = { ...provenance(run, video), Position: position }
  const bytes = withPngText(new Uint8Array(await blob.arrayBuffer()), entries)
  return { name, blob: new Blob([bytes], { type: blob.type }) }
}
