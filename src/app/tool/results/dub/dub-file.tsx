import { Captions, Download } from 'lucide-react'
import { ForeignLink } from '../../../inspect/reply/foreign-link.tsx'
import type { Run } from '../../../run/run.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { shortly } from '../../../ui/format.ts'
import { MediaFacts } from '../../../view/media/media-file.tsx'
import { EditActions, type ReceivedMedia } from '../media-files.tsx'
import { pictureName } from '../picture-file.ts'
import { savedFile } from '../saved-file.ts'
import { srtOf } from '../transcript/files/subtitles.ts'
import { isTimed } from '../transcript/text/transcript.ts'
import type { DubPart } from './dub-told.ts'

interface DubFileProps {
  readonly run: Run
  readonly media: ReceivedMedia
  /** Counted from 0. */
  readonly place: number
  /** Of its language. */
  readonly name: string
  readonly code: string
  readonly parts: readonly DubPart[]
}

/** One language of a dub: its file, and what is said in it as subtitles. */
export function DubFile({ run, media: { file, url, trouble }, place, name, code, parts }: DubFileProps) {
  if (!file)
    return (
      <li className="grid gap-1 rounded-md border border-line px-3 py-2 text-xs">
        <p>
          <span className="font-medium">{name}</span>{' '}
          <span className="text-warning">{trouble ?? (url ? 'Stored at another URL.' : 'No longer stored.')}</span>
        </p>
        {url && <ForeignLink url={url}>{() => `Open ${shortly(url, 200)}`}</ForeignLink>}
      </li>
    )
  const base = pictureName(run, { place, file }).replace(/(?=\.[^.]+$)/, `_${code}`)
  const save = async () => saveFile((await savedFile(run, { place, file })).blob, base)
  const timed = parts.map(({ source: _, ...part }) => ({ ...part, words: [] }))
  const saveSubtitles = () => {
    const text = parts.map((part) => part.text).join(' ')
    const srt = srtOf({ text, segments: timed })
    saveFile(new Blob([srt], { type: 'application/x-subrip' }), base.replace(/[^.]+$/, 'srt'))
  }
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 rounded-md border border-line px-3 py-1 text-xs">
      <span className="min-w-16 font-medium">{name}</span>
      <span className="min-w-0 flex-1 basis-60">
        <MediaFacts file={file} />
      </span>
      <span className="-mr-2 ml-auto flex flex-wrap items-center">
        <ActionButton
          name={`Download ${name}`}
          word="Download"
          icon={<Download size={16} />}
          onClick={() => void save()}
        />
        {isTimed({ segments: timed }) && (
          <ActionButton
            name={`Download SRT, ${name}`}
            word="SRT"
            icon={<Captions size={16} />}
            onClick={saveSubtitles}
          />
        )}
        <EditActions file={{ ...file, name: base }} />
      </span>
    </li>
  )
}
