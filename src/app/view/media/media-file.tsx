import { Download, ImageOff } from 'lucide-react'
import { type Dimensions, tooLargeWords } from '#media/dimensions.ts'
import { extensionOf, formatName, mediaKind } from '#media/media-type.ts'
import { Button } from '../../ui/button/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { byteSize, clockTime } from '../../ui/format.ts'
import { FactsLine } from './facts-line.tsx'
import { useVideoFacts } from './player/use-video-facts.ts'
import { useSoundFacts } from './sound/load-sound-facts.ts'
import { channelWords, rateWords } from './sound/sound-words.ts'
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

/** Format, dimensions and size of a file, read from its bytes; of a video and a sound also length, codecs and rates. */
export function MediaFacts({ file }: { readonly file: MediaFile }) {
  const kind = mediaKind(file.type)
  const picture = useDimensions(kind === 'video' || kind === 'audio' ? undefined : file.blob)
  const video = useVideoFacts(kind === 'video' ? file.blob : undefined)
  const sound = useSoundFacts(kind === 'audio' ? file.blob : undefined, file.type)
  const size = picture ?? video?.size
  const seconds = video?.seconds ?? sound?.seconds
  const name = sound?.container ?? formatName(file.type)
  return (
    <FactsLine
      facts={[
        name,
        sound && sound.codec !== name && sound.codec,
        seconds !== undefined && clockTime(seconds),
        size && `${size.width} × ${size.height}`,
        ...[video?.video?.name, video?.audio?.name],
        video?.frameRate !== undefined && `${Number(video.frameRate.toFixed(2))} fps`,
        sound?.rate !== undefined && rateWords(sound.rate),
        sound?.channels !== undefined && channelWords(sound.channels),
        sound?.bitRate !== undefined && `${Math.round(sound.bitRate / 1000)} kbit/s`,
        byteSize(file.size),
      ]}
    />
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
