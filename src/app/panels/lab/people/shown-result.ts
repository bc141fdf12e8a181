import { essenceOf, mediaKind } from '#media/media-type.ts'
import type { StoredRecord } from '../../../run/history/run-record.ts'
import { answerText } from '../../../run/result.ts'
import { receivedMedia } from '../../../tool/results/media-files.tsx'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { loadMovie } from '../../../view/media/player/use-video-facts.ts'
import { playableSound } from '../../../view/media/sound/playable-sound.ts'

/** What a run gave, without anything that tells which run it is: no ids, names, times or sizes. */
export interface ShownResult {
  readonly text: string
  readonly files: readonly ShownFile[]
  /** Characters of a text, seconds of a sound; undefined where neither is known. */
  readonly length: number | undefined
}

export interface ShownFile {
  readonly blob: Blob
  /** From 0 to 1: all sounds of a comparison, those of videos too, are as loud as its quietest. */
  readonly volume: number
}

/** The results of runs that are compared, in their order; undefined where one can no longer be read. */
export async function shownResults(records: readonly (StoredRecord | undefined)[]) {
  const all = await Promise.all(records.map((record) => record && readResultOf(record)))
  if (!all.every((one) => one !== undefined)) return undefined
  const levels = all.flatMap(({ files }) => files.flatMap(({ sound }) => sound?.level ?? []))
  const quietest = Math.min(...levels)
  return all.map(({ text, files }): ShownResult => {
    const seconds = files.map(({ sound }) => sound?.seconds).find((one) => one !== undefined)
    return {
      text,
      files: files.map(({ blob, sound }) => ({ blob, volume: sound ? quietest / sound.level : 1 })),
      length: seconds ?? (text === '' ? undefined : text.length),
    }
  })
}

async function readResultOf({ run: { result }, assets }: StoredRecord) {
  const calls = result.outputs.flatMap((output) =>
    output.kind === 'tool-call' ? `\`\`\`\n${output.name}(${output.arguments})\n\`\`\`` : [],
  )
  const items = result.outputs.flatMap((output) =>
    output.kind === 'item' ? `\`\`\`json\n${JSON.stringify(output.item, null, 2)}\n\`\`\`` : [],
  )
  const texts = [answerText(result), ...calls]
  const files = receivedMedia(result, assets).flatMap(({ file }) => file ?? [])
  const text = texts.filter((one) => one !== '').join('\n\n')
  return {
    text: text === '' && files.length === 0 ? items.join('\n\n') : text,
    files: await Promise.all(
      files.map(async (file) => {
        const blob = await playedOf(file)
        // Without the name that a file may have.
        const nameless = blob.slice(0, blob.size, essenceOf(blob.type || file.type))
        return { blob: nameless, sound: mediaKind(file.type) === 'image' ? undefined : await soundOf(blob) }
      }),
    ),
  }
}

/** The file as a browser can play it. */
async function playedOf({ blob, type }: Pick<MediaFile, 'blob' | 'type'>): Promise<Blob> {
  const kind = mediaKind(type)
  if (kind === 'audio') return (await playableSound(blob, type)).blob
  return kind === 'video' ? (await loadMovie(blob)).playable : blob
}

/** The length in seconds and the level, as the root of the mean square of the samples of all channels; undefined of silence and of what cannot be decoded. */
async function soundOf(blob: Blob) {
  try {
    const decoded = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await blob.arrayBuffer())
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, at) => decoded.getChannelData(at))
    const squares = channels.map((samples) => samples.reduce((sum, sample) => sum + sample * sample, 0))
    const level = Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / (decoded.length * channels.length))
    return level > 0 ? { seconds: decoded.duration, level } : undefined
  } catch {
    return undefined
  }
}
