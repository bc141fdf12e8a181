import { Download, ImageOff } from 'lucide-react'
import { Suspense } from 'react'
import { type Dimensions, tooLargeWords } from '#media/dimensions.ts'
import { extensionOf, formatName, mediaKind } from '#media/media-type.ts'
import { Button } from '../../ui/button/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { byteSize, clockTime } from '../../ui/format.ts'
import { retriable } from '../../ui/retriable.tsx'
import { FactsLine } from './facts-line.tsx'
import { useVideoFacts } from './player/use-video-facts.ts'
import { useDimensions } from './use-picture.ts'

export interface MediaFile {
  readonly blob: Blob
  /** The media type, detected from the bytes if possible. */
  readonly type: string
  readonly size: number
  readonly name?: string
  readonly run?: string
}

export function fileTitle({ name, type }: Pick<MediaFile, 'name' | 'type'>): string {
  return name ?? formatName(type)
}

const SoundFactsLine = retriable(async () => (await import('./sound/sound-facts-line.tsx')).SoundFactsLine)

/** Format, dimensions and size of a file, read from its bytes; of a video and a sound also length, codecs and rates. */
export function MediaFacts({ file }: { readonly file: MediaFile }) {
  const kind = mediaKind(file.type)
  const picture = useDimensions(kind === 'video' || kind === 'audio' ? undefined : file.blob)
  const video = useVideoFacts(kind === 'video' ? file.blob : undefined)
  const size = picture ?? video?.size
  const line = (
    <FactsLine
      facts={[
        formatName(file.type),
        video?.seconds !== undefined && clockTime(video.seconds),
        size && `${size.width} × ${size.height}`,
        ...[video?.video?.name, video?.audio?.name],
        video?.frameRate !== undefined && `${Number(video.frameRate.toFixed(2))} fps`,
        byteSize(file.size),
      ]}
    />
  )
  if (kind !== 'audio') return line
  return (
    <Suspense fallback={line}>
      <SoundFactsLine file={file} />
    </Suspense>
  )
}

interface NotDrawnProps {
  readonly file: MediaFile
  readonly size: Dimensions | undefined
  /** `here` adds a download button; `elsewhere` if there already is one nearby. */
  readonly save?: 'here' | 'elsewhere'
}

/** Replaces a picture that is not decoded: the reason and a download button. */
export function NotDrawn({ file, size, save = 'here' }: NotDrawnProps) {
  const title = fileTitle(file)
  const name = /\.[a-z\d]{2,5}$/i.test(title) ? title : `${title}.${extensionOf(file.type)}`
  return (
    <div className="grid max-h-full justify-items-center gap-2 overflow-y-auto p-3 text-center text-warning text-xs">
      <ImageOff size={18} />
      <p className="max-w-prose">
        {size
          ? `${tooLargeWords(size)} Download it instead.`
          : 'The browser cannot display this image. You can download it.'}
      </p>
      {save === 'here' && (
        <Button icon={<Download size={16} />} onClick={() => saveFile(file.blob, name)}>
          Download
        </Button>
      )}
    </div>
  )
}
