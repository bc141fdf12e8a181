import { CircleOff, ExternalLink, ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { essenceOf, mediaKind } from '#media/media-type.ts'
import { ForeignLink } from '../../inspect/reply/foreign-link.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { checkerboard } from '../../view/media/mask-style.ts'
import { type MediaFile, NotDrawn } from '../../view/media/media-file.tsx'
import { useChecked, usePicture } from '../../view/media/use-picture.ts'
import type { ResultFile } from './result-file.ts'
import type { Slot } from './slots.ts'

interface SlotContentProps {
  readonly slot: Slot
  /** Width divided by height of the slot. */
  readonly ratio: number
  readonly alt: string
  /** Accessible name of the button that opens the finished picture. */
  readonly opens: string
  readonly onOpen: () => void
}

/** The content of a slot in each of its states. The parent must be positioned and clip overflow. */
export function SlotContent({ slot, ratio, alt, opens, onOpen }: SlotContentProps) {
  switch (slot.state) {
    case 'waiting':
      return (
        <>
          <span className="absolute inset-0 bg-cable/10 motion-safe:animate-pulse" />
          <span className="text-faint text-xs">Image {slot.place + 1}</span>
        </>
      )
    case 'preview':
      return (
        <>
          <Drawing file={slot.file} ratio={ratio} alt={`Preview of image ${slot.place + 1}, not finished`} />
          <Mark>{slot.ended ? 'unfinished preview' : 'preview'}</Mark>
        </>
      )
    case 'done':
      return mediaKind(slot.file.type) === 'image' ? (
        <Finished slot={slot} {...{ ratio, alt, opens, onOpen }} />
      ) : (
        <Words icon={<ImageOff size={18} />}>
          {essenceOf(slot.file.type) === 'image/svg+xml'
            ? 'SVG files can contain scripts, so this one is not displayed. You can download it.'
            : 'The browser cannot display this file. You can download it.'}
        </Words>
      )
    case 'elsewhere':
      return (
        <Words icon={<ExternalLink size={18} />}>
          {slot.why} <ForeignLink url={slot.url}>{(host) => `Open in a new tab (${host})`}</ForeignLink>
        </Words>
      )
    case 'missing':
      return (
        <Words icon={<CircleOff size={18} />} tone="text-warning">
          {slot.why}
        </Words>
      )
  }
}

interface FinishedProps extends SlotContentProps {
  readonly slot: Extract<Slot, { state: 'done' }>
}

/** A picture that opens in the lightbox; a notice if it is too large to be decoded. */
function Finished({ slot: { file, from, place }, ratio, alt, opens, onOpen }: FinishedProps) {
  const { size, refused } = useChecked(file.blob)
  if (refused) return <NotDrawn file={{ ...file, name: `image-${place + 1}` }} size={size} save="elsewhere" />
  return (
    <button
      type="button"
      aria-label={opens}
      className="absolute inset-0 cursor-zoom-in rounded-md outline-offset-[-3px]"
      onClick={onOpen}
    >
      <Drawing file={file} ratio={ratio} alt={alt} />
      {from ? <Mark>found {from}</Mark> : <CutMark file={file} />}
    </button>
  )
}

interface WordsProps {
  readonly icon: ReactNode
  readonly tone?: string
  readonly children: ReactNode
}

function Words({ icon, tone = 'text-soft', children }: WordsProps) {
  return (
    <div className={`grid max-h-full justify-items-center gap-1.5 overflow-y-auto p-3 text-center text-xs ${tone}`}>
      {icon}
      <p className="wrap-anywhere">{children}</p>
    </div>
  )
}

/** Relative difference of ratios below which a picture covers its slot; this crops a pixel or two at most. */
const nearly = 0.01

function Drawing({ file, alt, ratio }: { readonly file: MediaFile; readonly alt: string; readonly ratio: number }) {
  const { url, size, refused } = usePicture(file.blob)
  const [broken, setBroken] = useState<Blob>()
  const [drawn, setDrawn] = useState<{ readonly url: string; readonly ratio: number }>()
  if (broken === file.blob)
    return (
      <p className="grid h-full place-items-center p-3 text-warning text-xs">The browser cannot display this image.</p>
    )
  if (refused) return <NotDrawn file={file} size={size} save="elsewhere" />
  if (!url) return null
  const fills = drawn?.url === url && Math.abs(drawn.ratio / ratio - 1) < nearly
  const maybeClear = fills && !file.type.startsWith('image/jpeg')
  return (
    <img
      src={url}
      alt={alt}
      decoding="async"
      style={maybeClear ? { background: checkerboard } : {}}
      className={`absolute inset-0 h-full w-full ${fills ? 'object-cover' : 'object-contain'}`}
      // Wait for `decode()`: before it, the checkerboard would be visible.
      onLoad={({ currentTarget: image }) => {
        const ratio = image.naturalWidth / image.naturalHeight
        void image.decode().then(
          () => setDrawn({ url, ratio }),
          () => {},
        )
      }}
      onError={() => setBroken(file.blob)}
    />
  )
}

/** Marks a truncated picture, which browsers draw without reporting an error. */
function CutMark({ file }: Pick<ResultFile, 'file'>) {
  return useLoaded(() => isCutOff(file), [file]) && <Mark>incomplete: cut off</Mark>
}

const Mark = ({ children }: { readonly children: ReactNode }) => (
  <span className="absolute bottom-2 left-2 rounded-full border border-line bg-ground/90 px-2 py-px text-2xs text-ink">
    {children}
  </span>
)

/** Bytes searched for the end marker: some programs append data after it. */
const tail = 4096

/** Whether a PNG, JPEG or WebP file is truncated; false for other types. Never rejects. */
export async function isCutOff({ blob, type, size }: { blob: Blob; type: string; size: number }): Promise<boolean> {
  try {
    const bytes = async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer())
    switch (essenceOf(type)) {
      case 'image/png':
        return !holds(await bytes(Math.max(0, size - tail), size), [0x49, 0x45, 0x4e, 0x44])
      case 'image/jpeg':
        return !holds(await bytes(Math.max(0, size - tail), size), [0xff, 0xd9])
      case 'image/webp': {
        const head = await bytes(4, 8)
        return head.length < 4 || new DataView(head.buffer).getUint32(0, true) + 8 > size
      }
      default:
        return false
    }
  } catch {
    return false
  }
}

const holds = (bytes: Uint8Array, mark: readonly number[]) =>
  bytes.some((_, at) => mark.every((byte, nth) => bytes[at + nth] === byte))
