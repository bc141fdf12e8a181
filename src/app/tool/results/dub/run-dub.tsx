import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { useEvents } from '../../../run/use-events.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { languageName } from '../../../view/language-name.ts'
import { AsItCame } from '../as-it-came.tsx'
import { type ReceivedMedia, receivedMedia } from '../media-files.tsx'
import type { RunResultProps } from '../picked.ts'
import { DubFile } from './dub-file.tsx'
import { DubLanguages } from './dub-languages.tsx'
import { DubPlayer } from './dub-player.tsx'
import { toldOf } from './dub-told.ts'

const isHeard = (type: string) => /^(?:audio|video)$/.test(mediaKind(type) ?? '')

/** The languages of a dub while they are made; then each of them and the original, to be switched while they play. */
export function RunDub({ run }: RunResultProps) {
  const assets = useAssets(run)
  const isGoing = useIsOpen(run) || isJob(run.status)
  const { events } = useEvents(run.id)
  const told = toldOf(events)
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
