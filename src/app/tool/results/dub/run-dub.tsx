import { Captions, Check, Download, LoaderCircle, TriangleAlert } from 'lucide-react'
import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { useEvents } from '../../../run/use-events.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { languageName } from '../../../view/language-name.ts'
import { MediaFacts } from '../../../view/media/media-file.tsx'
import { AsItCame, EditActions, MissingFile, type ReceivedMedia, receivedMedia } from '../media-files.tsx'
import type { RunResultProps } from '../picked.ts'
import { pictureName, savedFile } from '../saved-file.ts'
import { isTimed } from '../transcript/text/transcript.ts'
import { srtOf } from '../transcript/transcript-file.ts'
import { DubPlayer } from './dub-player.tsx'
import { type DubPart, type DubReply, readDubReply } from './dub-reply.ts'

const isHeard = (type: string) => /^(?:audio|video)$/.test(mediaKind(type) ?? '')

/** The languages of a dub while they are made; then each of them and the original, to be switched while they play. */
export function RunDub({ run }: RunResultProps) {
  const assets = useAssets(run)
  const isGoing = useIsOpen(run) || isJob(run.status)
  const { events } = useEvents(run.id)
  const told = readDubReply(events)
  if (!assets) return null
  const media = isGoing ? [] : receivedMedia(run.result, assets)
  const languages = told.languages.length > 0 && (isGoing || told.languages.some(({ isReady }) => !isReady)) && (
    <DubLanguages languages={told.languages} isOver={!isGoing} />
  )
  if (media.length === 0) return languages || (isGoing ? null : <AsItCame run={run} />)

  // Of one dub without a name, the request names the language.
  const [only] = told.languages
  const codeOf = ({ label }: ReceivedMedia) => label ?? (media.length === 1 ? (only?.code ?? '') : '')
  const dubs = media.map((one, place) => {
    const code = codeOf(one)
    const name = code === '' ? `Dub${media.length > 1 ? ` ${place + 1}` : ''}` : languageName(code)
    return { key: one.key, place, media: one, code, name, parts: told.parts.get(code) ?? [] }
  })
  const original = assets.find(({ role, type }) => role === 'input' && isHeard(type))
  const heard = dubs.flatMap(({ key, name, parts, media: { file } }) =>
    file && isHeard(file.type) ? [{ key, name, parts, file }] : [],
  )
  const tracks = [...(original ? [{ key: original.id, name: 'Original', file: original }] : []), ...heard]
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {languages}
      {heard.length > 0 && <DubPlayer key={run.id} tracks={tracks} first={original ? 1 : 0} />}
      <ul aria-label="Results" className="grid grid-cols-1 gap-2">
        {dubs.map(({ key, ...dub }) => (
          <DubFile key={key} run={run} {...dub} />
        ))}
      </ul>
    </div>
  )
}

const look = { size: 14, className: 'shrink-0' } as const

interface DubLanguagesProps extends Pick<DubReply, 'languages'> {
  /** What has not come will not come. */
  readonly isOver: boolean
}

const DubLanguages = ({ languages, isOver }: DubLanguagesProps) => (
  <ul aria-label="Languages" className="flex flex-wrap gap-1.5">
    {languages.map(({ code, isReady }) => (
      <li
        key={code}
        className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-xs"
      >
        {isReady ? <Check {...look} /> : isOver ? <TriangleAlert {...look} /> : <LoaderCircle {...look} />}
        <span>{languageName(code)}</span>
        <span className="text-faint">{isReady ? 'ready' : isOver ? 'not made' : 'not ready'}</span>
      </li>
    ))}
  </ul>
)

interface DubFileProps {
  readonly run: Run
  readonly media: ReceivedMedia
  readonly place: number
  readonly name: string
  readonly code: string
  readonly parts: readonly DubPart[]
}

/** One language of a dub: its file, and what is said in it as subtitles. */
function DubFile({ run, media, place, name, code, parts }: DubFileProps) {
  const { file } = media
  if (!file)
    return (
      <li className="grid gap-1 rounded-md border border-line px-3 py-2 text-xs">
        <MissingFile {...{ media, name }} />
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
