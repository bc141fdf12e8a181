import { Suspense, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { Choice } from '../../ui/choice.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { ComparePictures } from '../../view/media/compare/compare-pictures.tsx'
import type { ComparedMedium } from '../../view/media/compare/compared-medium.tsx'
import { SideBySide } from '../../view/media/compare/zoom-surface.tsx'
import { useDimensions } from '../../view/media/use-picture.ts'
import { useZoom, ZoomButtons, zoomByKey } from '../../view/use-zoom.tsx'
import { largestScale } from '../../view/zoom.ts'

const ComparePlayers = retriable(
  async () => (await import('../../view/media/compare/compare-players.tsx')).ComparePlayers,
)

export interface ComparedFile extends ComparedMedium {
  readonly alt?: string
  readonly savedAs?: string
}

/** Two to six images, videos or sounds, all of one kind, in the comparison for it. */
export const CompareFiles = ({ files }: { readonly files: readonly ComparedFile[] }) =>
  mediaKind(files[0]?.file.type ?? '') === 'image' ? (
    <PicturesCompared pictures={files} />
  ) : (
    <Suspense>
      <ComparePlayers media={files} />
    </Suspense>
  )

interface PicturesProps {
  readonly pictures: readonly ComparedFile[]
}

const all = 'all'

/** All pairs of indexes, as `0-1`. */
const pairsOf = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_, b) => [a, a + b + 1] as const),
  ).flat()

/** All pictures side by side, or two of them compared. */
function PicturesCompared({ pictures }: PicturesProps) {
  const [way, setWay] = useState(pictures.length === 2 ? '0-1' : all)
  const pairs = pairsOf(pictures.length)
  const [a, b] = pairs.find((pair) => pair.join('-') === way) ?? []
  const [left, right] = [a, b].map((at) => (at === undefined ? undefined : pictures[at]))
  const shortName = (at: number) => (pictures[at]?.name ?? '').replace(/^Image /, '')
  const options = [
    [all, 'All side by side'] as const,
    ...pairs.map((pair) => [pair.join('-'), `${shortName(pair[0])} and ${shortName(pair[1])}`] as const),
  ]
  return (
    <>
      {pictures.length > 2 && <Choice name="View" options={options} value={way} onChange={setWay} />}
      {left && right ? (
        <ComparePictures
          key={way}
          left={left.file}
          right={right.file}
          names={[left.name, right.name]}
          notes={[left.notes, right.notes]}
          initial={pictures.length === 2 ? 'side' : 'slider'}
        />
      ) : (
        <AllSideBySide pictures={pictures} />
      )}
    </>
  )
}

function AllSideBySide({ pictures }: PicturesProps) {
  const size = useDimensions(pictures[0]?.file.blob ?? nothing)
  const zoom = useZoom(size, 'all', largestScale)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zoom keys hold for the whole row.
    <div className="grid grid-cols-1 gap-3" onKeyDown={(event) => void zoomByKey(event, zoom)}>
      <ZoomButtons zoom={zoom} />
      <SideBySide
        zoom={zoom}
        picture={size ?? { width: 1, height: 1 }}
        look="max-h-[65dvh]"
        pictures={pictures.map(({ file, alt = '', savedAs: name, ...one }) => ({
          ...{ ...one, alt },
          file: { ...file, ...(name !== undefined && { name }) },
        }))}
      />
    </div>
  )
}

const nothing = new Blob()
