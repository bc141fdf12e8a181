import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ComparePictures } from '../../view/media/compare-pictures.tsx'
import { checkerboard } from '../../view/media/mask-style.ts'
import { MediaFacts, NotDrawn } from '../../view/media/media-file.tsx'
import { usePicture } from '../../view/media/use-picture.ts'
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

/** The label of a picture: its number in the dialog and its model. */
const nameOf = ({ run }: PickedPicture, at: number) => `Image ${at + 1} (${run.model})`

/** The selected pictures, all side by side or two in a pairwise comparison. */
export function CompareDialog({ pictures, onClose }: CompareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [way, setWay] = useState(all)
  // `close()` before unmount restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const pairs = pairsOf(pictures.length)
  const [a, b] = pairs.find((pair) => pair.join('-') === way) ?? []
  const [left, right] = [a, b].map((at) => (at === undefined ? undefined : pictures[at]))
  const options = [
    [all, 'Side by side'] as const,
    ...pairs.map((pair) => {
      const title = pairs.length === 1 ? 'Overlay' : `${pair[0] + 1} and ${pair[1] + 1}`
      return [pair.join('-'), title] as const
    }),
  ]
  return (
    <dialog
      ref={dialog}
      aria-label="Images compared"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-ground p-0 text-ink open:flex"
    >
      <header className="flex shrink-0 items-center justify-between border-line border-b bg-surface py-2 pr-3 pl-5">
        <h2 className="font-semibold text-base">Images compared</h2>
        <IconButton
          name="Close"
          icon={<X size={18} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain p-5">
        <Choice name="View" options={options} value={way} onChange={setWay} />
        {left && right && a !== undefined && b !== undefined ? (
          <ComparePictures
            key={way}
            left={left.picture.file}
            right={right.picture.file}
            names={[nameOf(left, a), nameOf(right, b)]}
          />
        ) : (
          <SideBySide pictures={pictures} />
        )}
      </div>
    </dialog>
  )
}

/** The pictures in a responsive row, each with its run's settings. */
function SideBySide({ pictures }: Pick<CompareDialogProps, 'pictures'>) {
  const columns = `repeat(auto-fit, minmax(min(100%, ${pictures.length > 2 ? 16 : 20}rem), 1fr))`
  return (
    <ul aria-label="Selected images" style={{ gridTemplateColumns: columns }} className="grid items-start gap-5">
      {pictures.map((one, at) => (
        <li key={`${one.run.id} ${one.picture.place}`} className="grid min-w-0 gap-1">
          <Shown one={one} />
          <p className="font-medium text-sm">{nameOf(one, at)}</p>
          <p className="text-2xs">
            <MediaFacts file={one.picture.file} />
          </p>
          <p className="font-mono text-2xs text-faint">{settingsLine(one.run)}</p>
          <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
            {promptOf(one.run)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Shown({ one: { run, picture } }: { readonly one: PickedPicture }) {
  const { url, size, refused } = usePicture(picture.file.blob)
  const alt = run.alts?.[picture.file.sha256] ?? promptOf(run).slice(0, 300)
  if (refused) return <NotDrawn file={{ ...picture.file, name: pictureName(run, picture) }} size={size} />
  return (
    url && (
      <img
        src={url}
        alt={alt}
        style={{ background: checkerboard, maxHeight: '70dvh' }}
        className="block max-w-full rounded-md"
      />
    )
  )
}
