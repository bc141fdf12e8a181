import { Camera, Download } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { ForeignLink } from '../../inspect/reply/foreign-link.tsx'
import { ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { JsonView } from '../../json/view/json-view.tsx'
import { useAssets } from '../../run/history/use-assets.ts'
import type { MediaOutput, RunResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { shortly } from '../../ui/format.ts'
import { Menu, menuItem } from '../../ui/popup/menu.tsx'
import { fileTitle, type MediaFile } from '../../view/media/media-file.tsx'
import { MediaView } from '../../view/media/media-view.tsx'
import type { TakeFrame } from '../../view/media/player/video-frames.ts'
import { areaWords, maskedAreaOf } from '../masked-area.ts'
import { useHandOverActions, useLateHandOverActions } from './hand-over-actions.tsx'
import type { Asset, ResultFile } from './result-file.ts'
import { Outputs } from './run-outputs.tsx'
import { savedFile, savedFrame } from './saved-file.ts'

export function FilesSent({ run }: { run: Run }) {
  const files = useAssets(run)?.filter(({ role }) => role === 'input') ?? []
  const area = maskedAreaOf(run)
  if (files.length === 0) return null
  return (
    <>
      {area && <p className="text-soft text-xs tabular-nums">{areaWords(area)}</p>}
      <ul aria-label="Files sent" className={grid}>
        {files.map((file) => (
          <li key={file.id} className={`min-w-0 ${isWide(file) ? 'col-span-full' : ''}`}>
            <ResultBoundary run={run} isPart>
              <Suspense>
                <MediaView file={file} actions={<EditActions file={file} />} />
              </Suspense>
            </ResultBoundary>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FilesReceivedProps {
  readonly run: Run
  /** The media of the run, where they have been read already: a second reading would leave their place empty meanwhile. */
  readonly assets?: readonly Asset[] | undefined
  readonly name?: string
  /** The actions of a file; left out, what other tools make of it. `place` counts the files of the run from 0. */
  readonly actions?: ((file: Asset, place: number) => ReactNode) | undefined
  /** In place of the viewer for a file's type; where it gives nothing, that is shown. */
  readonly player?: ((file: Asset) => ReactNode) | undefined
}

/** The media of a run in the order of the reply, each drawn by its media type; its other outputs follow. */
export function FilesReceived(props: FilesReceivedProps) {
  const { run, name = 'Files received', actions = toolActions, player } = props
  const read = useAssets(run)
  const assets = props.assets ?? read
  const all = assets === undefined ? [] : receivedMedia(run.result, assets)
  if (all.length === 0) return null
  return (
    <>
      {maskedAreaOf(run) && (
        <p className="text-soft text-xs">Masked area only. Open this edit to see it pasted into the whole image.</p>
      )}
      <ul aria-label={name} className={grid}>
        {all.map((one, at) => {
          const own = one.file && player?.(one.file)
          return (
            <li key={one.key} className={`min-w-0 ${own || isWide(one.file) ? 'col-span-full' : ''}`}>
              <ResultBoundary run={run} isPart>
                <Suspense>
                  <Received run={run} media={one} place={at} actions={one.file && actions(one.file, at)} player={own} />
                </Suspense>
              </ResultBoundary>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const grid = 'grid gap-5 sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]'

/** The controls of a video and the waveform of a sound need more room than a picture. */
const isWide = (file: Pick<MediaFile, 'type'> | undefined) => /^(?:video|audio)\//.test(file?.type ?? '')

interface ReceivedProps {
  readonly run: Run
  readonly media: ReceivedMedia
  readonly place: number
  readonly actions: ReactNode
  readonly player: ReactNode
}

function Received({ run, media, place, actions, player }: ReceivedProps) {
  const { file, partial, says } = media
  if (file) {
    const words = [partial && 'Partial image, not finished.', says].filter(Boolean).join(' ')
    const finished = { place, file, ...(says && { says }) }
    return (
      <MediaView
        file={file}
        {...(words && { says: words })}
        {...{ actions, player }}
        frameActions={(take) => <FrameMenu run={run} video={finished} take={take} />}
        save={() => savedFile(run, finished)}
      />
    )
  }
  return (
    <div className="grid gap-1 rounded-md border border-line px-4 py-3 text-xs">
      <MissingFile media={media} />
      {says && <p className="text-soft">{says}</p>}
    </div>
  )
}

interface MissingFileProps {
  readonly media: ReceivedMedia
  readonly name?: string
}

export const MissingFile = ({ media: { url, trouble }, name }: MissingFileProps) => (
  <>
    <p>
      {name && <span className="font-medium">{name} </span>}
      <span className="text-warning">{trouble ?? (url ? 'Stored at another URL.' : 'No longer stored.')}</span>
    </p>
    {url && <ForeignLink url={url}>{() => `Open ${shortly(url, 200)}`}</ForeignLink>}
  </>
)

const toolActions = (file: Asset) => <EditActions file={file} />

/** What other tools make of a file: the one with a word, and the others in a menu. */
export function EditActions({ file }: { file: Pick<MediaFile, 'blob' | 'type' | 'name'> }) {
  const { blob, type, name = `${mediaKind(type) ?? 'file'}.${extensionOf(type)}` } = file
  const title = fileTitle(file)
  const handOvers = useHandOverActions({ name, blob, type }, title)
  const more = handOvers.filter(({ word }) => word === undefined)
  return (
    <>
      {handOvers.map(
        ({ name, word, icon, onSelect }) =>
          word && <ActionButton key={name} {...{ name, word, icon }} onClick={onSelect} />,
      )}
      {more.length > 0 && <Menu name={`More actions for ${title}`} items={more} />}
    </>
  )
}

/** One received output; `file` is set if the ledger has its bytes. */
export interface ReceivedMedia extends Pick<MediaOutput, 'label' | 'says' | 'url' | 'trouble' | 'partial'> {
  readonly key: string
  readonly file?: Asset
}

/** The media outputs in their order, then other output files; without steps on the way to a picture and texts that are shown as such. */
export function receivedMedia({ outputs }: RunResult, assets: readonly Asset[]): readonly ReceivedMedia[] {
  const files = new Map(assets.filter(({ role }) => role === 'output').map((asset) => [asset.sha256, asset]))
  const media = outputs.filter((output) => output.kind === 'media')
  const told = media.map(({ index, sha256 = '', kind: _, steps: __, ...facts }): ReceivedMedia => {
    const file = files.get(sha256)
    return { key: `${index}`, ...facts, ...(file && { file }) }
  })
  const named = new Set(media.flatMap(({ sha256, steps = [] }) => [sha256, ...steps]))
  const isSaid = outputs.some(({ kind }) => kind === 'message')
  const others = [...files.values()].filter(
    ({ sha256, type }) => !named.has(sha256) && !(isSaid && type.startsWith('text/')),
  )
  return [...told, ...others.map((file) => ({ key: file.id, file }))]
}

/** What is done with the frame on the screen: saved, or taken over by a tool that takes PNGs. */
function FrameMenu({ run, video, take }: { readonly run: Run; readonly video: ResultFile; readonly take: TakeFrame }) {
  const [trouble, setTrouble] = useState<string>()
  const withFrame = (use: (frame: Awaited<ReturnType<typeof savedFrame>>) => void) => {
    setTrouble(undefined)
    take()
      .then((frame) => savedFrame(run, video, frame))
      .then(use)
      .catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
  }
  const handOvers = useLateHandOverActions('image/png', 'frame', withFrame).map((one) => ({
    ...one,
    name: one.name.replace('Use frame as', 'Use as'),
  }))
  const save = () => withFrame(({ name, blob }) => saveFile(blob, name))
  return (
    <>
      <span role="status" className="text-warning text-xs empty:hidden">
        {trouble}
      </span>
      <Menu
        name="Use this frame"
        items={[menuItem('Save frame', Download, save), ...handOvers]}
        icon={<Camera size={18} />}
      />
    </>
  )
}

/** Texts, items and files in the order of the reply. */
export function AsItCame({ run, ...received }: FilesReceivedProps) {
  const open = useIsOpen(run)
  return (
    <>
      <Outputs
        run={run}
        open={open}
        // The lines of a transcript count, as in subtitles; it has no Markdown.
        raw={run.endpoint === 'audio.transcriptions'}
        call={({ name, callId, arguments: given }) => (
          <section aria-label="Tool call" className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
            <p className="mb-2 break-all font-mono text-xs">
              {name.slice(0, 100) || 'unnamed tool'} <span className="text-faint">{callId.slice(0, 100)}</span>
            </p>
            <JsonView text={given} />
          </section>
        )}
        // The files received hold all media, with those that no output names.
        media={() => null}
      />
      <FilesReceived run={run} {...received} />
    </>
  )
}
