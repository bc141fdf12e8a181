import { essenceOf } from '#media/media-type.ts'
import { withPngText } from '#media/png.ts'
import { withXmp, xmpPacket } from '#media/video/mp4-xmp.ts'
import type { Run } from '../../run/run.ts'
import type { VideoFrame } from '../../view/media/player/video-frames.ts'
import { pictureName, provenance, savedPicture } from './picture-file.ts'
import type { ResultFile } from './result-file.ts'

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
