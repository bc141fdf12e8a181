import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ComparePictures } from '../../view/media/compare/compare-pictures.tsx'
import { SideBySide } from '../../view/media/compare/side-by-side.tsx'
import { MediaFacts } from '../../view/media/media-file.tsx'
import { useDimensions } from '../../view/media/use-picture.ts'
import { ZoomButtons } from '../../view/media/zoom-buttons.tsx'
import { useZoom, zoomByKey } from '../../view/use-zoom.ts'
import { largestScale } from '../../view/zoom.ts'
import { promptOf } from '../asked.ts'
import type { PickedPicture } from './compare-picked.tsx'
import { pictureName, settingsLine } from './picture-file.ts'

interface CompareDialogProps {
  /** Two to four. */
  readonly pictures: readonly PickedPicture[]
  readonly onClose: () => void
}

const all = 'all'

/** All pairs of indexes, as `0-1`. */
const pairsOf = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_, b) => [a, a + b + 1] as const),
  ).flat()

/** What a picture is called everywhere else: its number in its run; the run's too where there are several. */
function namesOf(pictures: readonly PickedPicture[]): readonly string[] {
  const [first] = pictures
  const isOneRun = pictures.every(({ run }) => run.id === first?.run.id)
  return pictures.map(({ run, picture }) =>
    isOneRun ? `Image ${picture.place + 1}` : `Run #${run.seq}, image ${picture.place + 1}`,
  )
}

/** The selected pictures, all side by side or two of them compared. */
export function CompareDialog({ pictures, onClose }: CompareDialogProps) {
  const [way, setWay] = useState(pictures.length === 2 ? '0-1' : all)
  const pairs = pairsOf(pictures.length)
  const [a, b] = pairs.find((pair) => pair.join('-') === way) ?? []
  const [left, right] = [a, b].map((at) => (at === undefined ? undefined : pictures[at]))
  const names = namesOf(pictures)
  const shortName = (at: number) => (names[at] ?? '').replace(/^Image /, '')
  const options = [
    [all, 'All side by side'] as const,
    ...pairs.map((pair) => [pair.join('-'), `${shortName(pair[0])} and ${shortName(pair[1])}`] as const),
  ]
  return (
    <Dialog title="Compare images" kind="full" open onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no key of it reaches the panel behind. */}
      <div onKeyDown={(event) => event.stopPropagation()} className="grid grid-cols-1 gap-4">
        {pictures.length > 2 && <Choice name="View" options={options} value={way} onChange={setWay} />}
        {left && right && a !== undefined && b !== undefined ? (
          <ComparePictures
            key={way}
            left={left.picture.file}
            right={right.picture.file}
            names={[names[a] ?? '', names[b] ?? '']}
            notes={[<Notes key={a} of={left} />, <Notes key={b} of={right} />]}
            initial={pictures.length === 2 ? 'side' : 'slider'}
          />
        ) : (
          <AllSideBySide pictures={pictures} names={names} />
        )}
      </div>
    </Dialog>
  )
}

interface AllSideBySideProps extends Pick<CompareDialogProps, 'pictures'> {
  readonly names: readonly string[]
}

/** All pictures in a row, each with its run's settings. */
function AllSideBySide({ pictures, names }: AllSideBySideProps) {
  const size = useDimensions(pictures[0]?.picture.file.blob ?? nothing)
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
        pictures={pictures.map(({ run, picture }, at) => ({
          key: `${run.id} ${picture.place}`,
          file: { ...picture.file, name: pictureName(run, picture) },
          name: names[at] ?? '',
          alt: run.alts?.[picture.file.sha256] ?? promptOf(run).slice(0, 300),
          notes: <Notes of={{ run, picture }} />,
        }))}
      />
    </div>
  )
}

const nothing = new Blob()

/** What a picture is, and what its run asked for. */
function Notes({ of: { run, picture } }: { readonly of: PickedPicture }) {
  return (
    <>
      <p className="text-2xs">
        <MediaFacts file={picture.file} />
      </p>
      <p className="font-mono text-2xs text-faint">{[run.model, settingsLine(run)].filter(Boolean).join(' · ')}</p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
        {promptOf(run)}
      </p>
    </>
  )
}
