import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FileFacts } from '#contract/core/field.ts'
import { IconButton } from '../ui/button/button.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { loadSoundFacts } from '../view/media/sound/load-sound-facts.ts'
import { SoundPlayer } from '../view/media/sound/sound-player.tsx'
import type { TrayFile } from './read-file.ts'
import { soundNotes, soundWords } from './sound-notes.ts'
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
