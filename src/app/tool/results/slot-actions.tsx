import { Captions, Check, Columns2, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { essenceOf } from '#media/media-type.ts'
import type { Run } from '../../run/run.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyPicture } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { useChecked } from '../../view/media/use-picture.ts'
import { useHandOver } from '../hand-over.ts'
import { type Taking, takingsOf, useTools } from '../tools.ts'
import { pictureName, savedPicture } from './picture-file.ts'
import { AltText } from './picture-notes.tsx'
import type { Drawn } from './slots.ts'

interface SlotActionsProps {
  readonly run: Run
  readonly picture: Drawn
  /** `tile` hides some buttons when it is narrow; the lightbox shows all. */
  readonly place: 'tile' | 'lightbox'
  /** Whether the picture is selected for comparison. Omitted where comparison is not offered. */
  readonly compare?: { readonly isChosen: boolean; readonly flip: () => void } | undefined
}

/** The actions of one picture. */
export function SlotActions({ run, picture, place, compare }: SlotActionsProps) {
  const handOver = useHandOver()
  const [said, setSaid] = useState<Awaited<ReturnType<typeof copyPicture>>>()
  const [writing, setWriting] = useState(false)
  const { blob, type, sha256 } = picture.file
  const { refused } = useChecked(blob)
  const n = picture.place + 1
  const alt = run.alts?.[sha256]
  const takings = takingsOf(useTools(), essenceOf(type))
  const size = place === 'tile' ? 'size-7! coarse:size-11!' : ''
  const spare = place === 'tile' ? `${size} ${tiles.medium}` : ''
  return (
    <>
      <div className={`flex items-center ${place === 'tile' ? '-mx-1.5' : ''}`}>
        <DownloadPicture run={run} picture={picture} className={size} />
        {takings.map(({ tool, as, name, icon: Icon, tile = 'wide' }) => (
          <IconButton
            key={`${tool.id} ${as}`}
            name={name(`image ${n}`)}
            className={place === 'tile' ? `${size} ${tiles[tile]}` : ''}
            icon={<Icon {...look} />}
            onClick={() =>
              handOver({ files: [{ name: pictureName(run, picture), blob: typed(blob, type) }], as }, tool)
            }
          />
        ))}
        {refused === false && (
          <IconButton
            name={`Copy image ${n}`}
            className={spare}
            icon={said?.copied ? <Check {...look} /> : <Copy {...look} />}
            onClick={() => void copyPicture(typed(blob, type)).then(setSaid)}
          />
        )}
        {compare && (
          <IconButton
            name={`Compare image ${n}`}
            className={`${spare} aria-pressed:text-cable!`}
            aria-pressed={compare.isChosen}
            icon={<Columns2 {...look} />}
            onClick={compare.flip}
          />
        )}
        {place === 'tile' && (
          <IconButton
            name={`Describe image ${n}`}
            className={size}
            aria-expanded={writing}
            icon={<Captions {...look} />}
            onClick={() => setWriting(!writing)}
          />
        )}
      </div>
      <span role="status" className={said && !said.copied ? 'text-warning text-xs' : 'sr-only'}>
        {said?.words}
      </span>
      {writing && <AltText asked run={run} sha256={sha256} place={picture.place} />}
      {!writing && place === 'tile' && alt && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
          {alt}
        </p>
      )}
    </>
  )
}

interface DownloadPictureProps {
  readonly run: Run
  readonly picture: Drawn
  readonly name?: string
  readonly className?: string
}

/** Downloads a picture; a PNG with its provenance. */
export function DownloadPicture(props: DownloadPictureProps) {
  const { run, picture, name = `Download image ${picture.place + 1}`, className = '' } = props
  return (
    <IconButton
      name={name}
      className={className}
      icon={<Download {...look} />}
      onClick={() => void savedPicture(run, picture).then((saved) => saveFile(saved.blob, saved.name))}
    />
  )
}

/** Container-query class per minimum tile width at which a button is shown. */
const tiles = {
  narrow: '',
  medium: '@max-[10.4rem]/slot:hidden coarse:@max-[16.4rem]/slot:hidden',
  wide: '@max-[12.2rem]/slot:hidden coarse:@max-[19.2rem]/slot:hidden',
} as const satisfies Record<NonNullable<Taking['tile']>, string>

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The bytes as a Blob with the type detected from them, since the clipboard and other tools read `Blob.type`. */
const typed = (blob: Blob, type: string) => (blob.type === type ? blob : blob.slice(0, blob.size, type))
