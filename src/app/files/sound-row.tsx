import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FileFacts, FileLimit } from '#contract/core/field.ts'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { IconButton } from '../ui/button/button.tsx'
import { lengthLimit, playTime, sizeLimit } from '../ui/format.ts'
import { useLoaded } from '../ui/hooks/use-loaded.ts'
import { loadSoundFacts } from '../view/media/sound/load-sound-facts.ts'
import { SoundPlayer } from '../view/media/sound/sound-player.tsx'
import { channelWords, rateWords } from '../view/media/sound/sound-words.ts'
import type { TrayFile } from './read-file.ts'
import { FileRow } from './tray.tsx'

interface SoundRowProps {
  readonly file: TrayFile
  readonly facts: Pick<FileFacts, 'limits' | 'keepsPicture'>
  readonly className: string
  readonly children: ReactNode
}

/** A sound that is about to be sent: what its bytes say of it, what is to be known before it is sent, and a player. */
export function SoundRow({ file, facts: taken, className, children }: SoundRowProps) {
  const { blob, type, name } = file
  const [listening, setListening] = useState(false)
  const read = useLoaded(async () => ({ facts: await loadSoundFacts(blob, type) }), [blob])
  const notes = read ? soundNotes({ type, size: blob.size, facts: read.facts }, taken) : []
  return (
    <FileRow
      file={file}
      facts={read?.facts && soundWords(read.facts)}
      note={notes.length > 0 ? notes.join(' ') : undefined}
      lead={
        <IconButton
          name={`Listen to ${name.slice(0, 80)}`}
          aria-expanded={listening}
          icon={<Play size={16} />}
          className="size-11! self-start bg-ground"
          onClick={() => setListening(!listening)}
        />
      }
      className={`${className} flex-wrap`}
    >
      {children}
      {listening && (
        <div className="basis-full">
          <SoundPlayer file={{ blob, type, size: blob.size, name }} />
        </div>
      )}
    </FileRow>
  )
}

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
