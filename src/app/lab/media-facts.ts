import { defined } from '#contract/core/loose-json.ts'
import type { MediaFacts } from '#lab/cell-facts.ts'
import { hasAlpha } from '#media/alpha-channel.ts'
import { decodeSound } from '#media/audio/decode-sound.ts'
import { playableOf } from '#media/audio/headerless.ts'
import { PeakMaker, type Peaks } from '#media/audio/peaks.ts'
import { readSoundFacts } from '#media/audio/sound-facts.ts'
import { dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import { mediaKind } from '#media/media-type.ts'
import { orientationOf } from '#media/orientation.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { readMovie } from '#media/video/video-facts.ts'
import type { Asset } from '../ledger/run-row.ts'

/** Longer sounds are not decoded for their levels, in seconds. */
const longestDecoded = 900
/** The level of digital silence, since JSON has no −Infinity. */
const lowestPeak = -144
const quiet = 2 ** 15 * 10 ** (-60 / 20)

/**
 * The facts of a result's file, from its bytes. `needs`: `levels` decodes sounds as well, for peak and silence. What cannot be read is left out; a
 * compressed sound has no levels where there is no WebCodecs. Never rejects. Brings large decoders along: a page runs it in a worker.
 */
export async function readMediaFacts(
  { blob, type: stated, sha256 }: Pick<Asset, 'blob' | 'type' | 'sha256'>,
  needs: 'facts' | 'levels',
): Promise<MediaFacts> {
  const head = new Uint8Array(
    await blob
      .slice(0, sniffLength)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  const type = sniffType(head) ?? stated
  const plain: MediaFacts = { kind: mediaKind(type) ?? 'other', type, bytes: blob.size, sha256 }
  const more = await ownFacts(blob, plain, needs).catch(() => ({}))
  return { ...plain, ...defined(more) }
}

async function ownFacts(blob: Blob, { kind, type }: MediaFacts, needs: 'facts' | 'levels') {
  switch (kind) {
    case 'image': {
      const bytes = new Uint8Array(await blob.slice(0, dimensionsLength).arrayBuffer())
      const size = dimensionsOf(bytes)
      const upright = size && orientationOf(bytes) > 4 ? { width: size.height, height: size.width } : size
      return { ...upright, alpha: hasAlpha(bytes) }
    }
    case 'audio':
      return await soundFacts(blob, type, needs)
    case 'video': {
      const [movie, sound] = await Promise.all([readMovie(blob), soundFacts(blob, type, needs)])
      const { size, seconds } = movie.facts ?? {}
      return { ...sound, ...size, ...defined({ seconds }) }
    }
    case 'other':
      return {}
  }
}

async function soundFacts(blob: Blob, type: string, needs: 'facts' | 'levels') {
  const { seconds, rate } = (await readSoundFacts(blob, type)) ?? {}
  const isShort = seconds !== undefined && seconds <= longestDecoded
  const levels = needs === 'levels' && isShort ? await levelsOf(blob, type).catch(() => undefined) : undefined
  return { seconds, rate, ...levels }
}

async function levelsOf(blob: Blob, type: string) {
  let maker: PeakMaker | undefined
  for await (const { rate, lanes, frames, expected } of decodeSound(await playableOf(blob, type))) {
    maker ??= new PeakMaker(rate, lanes.length, expected)
    maker.add(lanes, frames)
  }
  const peaks = maker?.peaks()
  return peaks && { peak: Math.max(lowestPeak, peaks.level.peak), silence: silenceIn(peaks) }
}

/** The share of blocks of about 10 ms in which no sample of any channel is above −60 dBFS. */
function silenceIn({ rate, levels }: Peaks): number | undefined {
  const { pairs = [] } = levels.find(({ block }) => block >= rate / 100) ?? levels.at(-1) ?? {}
  const blocks = (pairs[0]?.length ?? 0) / 2
  if (blocks === 0) return undefined
  const isQuiet = (at: number) => pairs.every((pair) => -(pair[2 * at] ?? 0) < quiet && (pair[2 * at + 1] ?? 0) < quiet)
  return Array.from({ length: blocks }, (_, at) => at).filter(isQuiet).length / blocks
}
