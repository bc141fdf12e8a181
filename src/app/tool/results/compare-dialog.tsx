import { type ReactNode, Suspense, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { mediaKind } from '#media/media-type.ts'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { ComparePictures } from '../../view/media/compare/compare-pictures.tsx'
import { SideBySide } from '../../view/media/compare/zoom-surface.tsx'
import { MediaFacts } from '../../view/media/media-file.tsx'
import { useDimensions } from '../../view/media/use-picture.ts'
import { useZoom, ZoomButtons, zoomByKey } from '../../view/use-zoom.tsx'
import { largestScale } from '../../view/zoom.ts'
import { promptOf, settingsLine } from '../asked.ts'
import { voiceLibrary, voiceName } from '../voices/voice-library.ts'
import { nounOf, type PickedFile } from './picked.ts'
import { pictureName } from './saved-file.ts'

const ComparePlayers = retriable(
  async () => (await import('../../view/media/compare/compare-players.tsx')).ComparePlayers,
)

interface CompareDialogProps {
  /** Two to four, all of one kind. */
  readonly files: readonly PickedFile[]
  readonly onClose: () => void
}

/** The selected images, videos or sounds of runs, each in the comparison for its kind. */
export function CompareDialog({ files, onClose }: CompareDialogProps) {
  const [first] = files
  const names = namesOf(files)
  if (!first) return null
  return (
    <Dialog title={`Compare ${nounOf(first.file)}s`} kind="full" open onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no key of it reaches the panel behind. */}
      <div onKeyDown={(event) => event.stopPropagation()} className="grid grid-cols-1 gap-4">
        {mediaKind(first.file.type) === 'image' ? (
          <PicturesCompared pictures={files} names={names} />
        ) : (
          <Suspense>
            <ComparePlayers
              media={files.map((one, at) => ({
                key: keyOf(one),
                file: one.file,
                name: names[at] ?? '',
                notes: <Notes of={one} />,
              }))}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

const keyOf = ({ run, place }: PickedFile) => `${run.id} ${place}`

/** What a file is called everywhere else: its number in its run; the run's too where there are several. */
function namesOf(files: readonly PickedFile[]): readonly string[] {
  const [first] = files
  const isOneRun = files.every(({ run }) => run.id === first?.run.id)
  return files.map(({ run, place, file }) => {
    const noun = nounOf(file)
    if (isOneRun) return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${place + 1}`
    // A run makes several images, and one video or sound.
    const isOnly = noun !== 'image' && place === 0
    return isOnly ? `Run #${run.seq}` : `Run #${run.seq}, ${noun} ${place + 1}`
  })
}

interface PicturesProps {
  readonly pictures: readonly PickedFile[]
  readonly names: readonly string[]
}

const all = 'all'

/** All pairs of indexes, as `0-1`. */
const pairsOf = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_, b) => [a, a + b + 1] as const),
  ).flat()

/** All pictures side by side, or two of them compared. */
function PicturesCompared({ pictures, names }: PicturesProps) {
  const [way, setWay] = useState(pictures.length === 2 ? '0-1' : all)
  const pairs = pairsOf(pictures.length)
  const [a, b] = pairs.find((pair) => pair.join('-') === way) ?? []
  const [left, right] = [a, b].map((at) => (at === undefined ? undefined : pictures[at]))
  const shortName = (at: number) => (names[at] ?? '').replace(/^Image /, '')
  const options = [
    [all, 'All side by side'] as const,
    ...pairs.map((pair) => [pair.join('-'), `${shortName(pair[0])} and ${shortName(pair[1])}`] as const),
  ]
  return (
    <>
      {pictures.length > 2 && <Choice name="View" options={options} value={way} onChange={setWay} />}
      {left && right && a !== undefined && b !== undefined ? (
        <ComparePictures
          key={way}
          left={left.file}
          right={right.file}
          names={[names[a] ?? '', names[b] ?? '']}
          notes={[<Notes key={a} of={left} />, <Notes key={b} of={right} />]}
          initial={pictures.length === 2 ? 'side' : 'slider'}
        />
      ) : (
        <AllSideBySide pictures={pictures} names={names} />
      )}
    </>
  )
}

/** All pictures in a row, each with its run's settings. */
function AllSideBySide({ pictures, names }: PicturesProps) {
  const size = useDimensions(pictures[0]?.file.blob ?? nothing)
  const picture = size ?? { width: 1, height: 1 }
  const zoom = useZoom(size, 'all', largestScale)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zoom keys hold for the whole row.
    <div className="grid grid-cols-1 gap-3" onKeyDown={(event) => void zoomByKey(event, zoom)}>
      <ZoomButtons zoom={zoom} />
      <SideBySide
        zoom={zoom}
        picture={picture}
        look="max-h-[65dvh]"
        pictures={pictures.map((one, at) => ({
          key: keyOf(one),
          file: { ...one.file, name: pictureName(one.run, one) },
          name: names[at] ?? '',
          alt: ownOf(one.run.alts, one.file.sha256) ?? promptOf(one.run).slice(0, 300),
          notes: <Notes of={one} />,
        }))}
      />
    </div>
  )
}

const nothing = new Blob()

/** What a file is, and what its run asked for. */
function Notes({ of: { run, file } }: { readonly of: PickedFile }): ReactNode {
  return (
    <>
      <p className="text-2xs">
        <MediaFacts file={file} />
      </p>
      <p className="font-mono text-2xs text-faint">
        {[run.model, settingsLine(run, (voice) => voiceName(voice, voiceLibrary.get(), run.connection.baseUrl))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
        {promptOf(run)}
      </p>
    </>
  )
}
