import { Check, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { byteSize, playTime } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { shortTime } from '../../ui/short-time.ts'
import { wavOf } from '../../view/media/sound/load-sound-facts.ts'
import { SoundPlayer } from '../../view/media/sound/sound-player.tsx'
import type { NamedFile } from '../read-file.ts'
import type { Takes, UnusedTake } from './takes.ts'

interface TakeRowProps {
  readonly take: UnusedTake
  readonly takes: Takes
  readonly newest: boolean
  readonly onUse: (file: NamedFile) => void
}

export function TakeRow({ take, takes, newest, onUse }: TakeRowProps) {
  const read = useLoaded(async () => ({ blob: await takes.read(take) }), [take])
  const blob = read?.blob
  const name = takeName(take.started, blob?.type ?? '')
  const at = shortTime(take.started)
  const [wav, setWav] = useState<'making' | 'failed'>()
  /** For models that refuse the browser's own format. */
  async function convert(recording: Blob): Promise<void> {
    setWav('making')
    const blob = await wavOf(recording)
    setWav(blob ? undefined : 'failed')
    if (blob) onUse({ name: takeName(take.started, 'audio/wav'), blob })
  }
  const facts = [playTime(take.seconds), at, blob && byteSize(blob.size)].filter(Boolean).join(' · ')
  return (
    <li
      aria-label={`Recording of ${at}, ${playTime(take.seconds)}`}
      className="grid grid-cols-1 gap-2 rounded-md border border-line bg-surface p-3"
    >
      <p className="font-mono text-2xs text-faint tabular-nums">{facts}</p>
      {blob ? (
        <SoundPlayer file={{ blob, type: blob.type, size: blob.size, name }} />
      ) : (
        <p className="text-soft text-xs">{read ? 'No longer available.' : 'Reading…'}</p>
      )}
      {take.stored === 'lost' && (
        <p className="text-warning text-xs">Browser storage is full: this recording is lost when the page closes.</p>
      )}
      {wav === 'failed' && <p className="text-danger text-xs">This browser cannot convert the recording to WAV.</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look={newest ? 'primary' : 'outline'}
          disabled={!blob}
          icon={<Check size={16} />}
          onClick={() => blob && onUse({ name, blob })}
        >
          Use recording
        </Button>
        <Button look="quiet" disabled={!blob || wav === 'making'} onClick={() => blob && void convert(blob)}>
          {wav === 'making' ? 'Converting…' : 'Use as WAV'}
        </Button>
        <IconButton name="Discard recording" icon={<Trash2 size={16} />} onClick={() => takes.discard(take)} />
      </div>
    </li>
  )
}

const endings = { wav: 'wav', webm: 'webm', ogg: 'ogg', mp4: 'm4a' }

/** A file name with the time at which the recording began, in this place's time. */
export function takeName(started: number, type: string): string {
  const at = new Date(started)
  const two = (part: number) => `${part}`.padStart(2, '0')
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
  const ending = Object.entries(endings).find(([container]) => type.includes(container))?.[1] ?? 'webm'
  return `Recording ${day} ${time}.${ending}`
}
