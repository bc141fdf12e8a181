import type { FileFacts, FileLimit } from '#contract/core/field.ts'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { lengthLimit, sizeLimit } from '../ui/format.ts'
import { playTime } from '../ui/play-time.ts'
import { channelWords, rateWords } from '../view/media/sound/sound-words.ts'

export function soundWords({ container, codec, seconds, rate, channels }: SoundFacts): readonly string[] {
  const format = container === codec ? [container] : [container, codec]
  return [
    ...(seconds === undefined ? [] : [seconds < 10 ? `${seconds.toFixed(1)} s` : playTime(seconds)]),
    ...format,
    ...(rate === undefined ? [] : [rateWords(rate)]),
    ...(channels === undefined ? [] : [channelWords(channels)]),
  ]
}

interface Sound {
  readonly type: string
  readonly size: number
  /** Undefined where its bytes could not be read. */
  readonly facts: SoundFacts | undefined
}

/** What is to be known of a sound before it is sent; none of it prevents sending. */
export function soundNotes(
  { type, size, facts }: Sound,
  { limits = [], keepsPicture }: Pick<FileFacts, 'limits' | 'keepsPicture'>,
): readonly string[] {
  const isVideo = facts ? facts.isVideo : type.startsWith('video/')
  if (!facts)
    return [`This browser cannot read any sound from this ${isVideo ? 'video' : 'file'}. The router may be able to.`]
  const over = limits.flatMap((limit) => beyond(limit, size, facts.seconds) ?? [])
  return [
    ...(isVideo && !keepsPicture ? ['Only its sound is used.'] : []),
    ...((facts.seconds ?? 1) < 0.1 ? ['It contains less than 0.1 s of sound. The file may be damaged.'] : []),
    ...(facts.isWhole === false ? ['The file is incomplete: its end is missing.'] : []),
    ...(facts.assumed ? [`No header: ${facts.assumed} is assumed.`] : []),
    ...over,
  ]
}

function beyond({ by, bytes, seconds }: FileLimit, size: number, length: number | undefined): string | undefined {
  if (bytes !== undefined && size > bytes) return `${by} accepts up to ${sizeLimit(bytes)}.`
  if (seconds === undefined || length === undefined || length <= seconds) return undefined
  return `${by} accepts up to ${lengthLimit(seconds)}.`
}
