import { Play, Square } from 'lucide-react'
import { useEffect } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { useBlobUrl, usePicture } from '../../../view/media/use-picture.ts'
import { StreamedText } from '../../../view/text/streamed-text.tsx'
import { useSolePlayer } from '../sole-player.ts'
import type { ShownFile, ShownResult } from './shown-result.ts'

/** The key that plays the sound or video of each seat. */
export const playKeys: readonly (string | undefined)[] = ['a', 's', 'd', 'f']

interface BlindResultProps {
  readonly result: ShownResult
  readonly seat: number
  /** Called when the file of that number has been played to its end. */
  readonly onHeard: (file: number) => void
}

/** What one candidate gave. Shows nothing that tells whose it is: no player of the browser, since those show lengths and offer downloads. */
export function BlindResult({ result: { text, files }, seat, onHeard }: BlindResultProps) {
  return (
    <>
      {text !== '' && <StreamedText text={text} />}
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a result do not change.
        <BlindFile key={at} {...{ file, seat, isFirst: at === 0 }} onHeard={() => onHeard(at)} />
      ))}
      {text === '' && files.length === 0 && <p className="text-faint text-sm">Nothing to show</p>}
    </>
  )
}

interface BlindFileProps {
  readonly file: ShownFile
  readonly seat: number
  /** The seat's key plays it. */
  readonly isFirst: boolean
  readonly onHeard: () => void
}

function BlindFile({ file, ...props }: BlindFileProps) {
  switch (mediaKind(file.blob.type)) {
    case 'image':
      return <BlindPicture blob={file.blob} seat={props.seat} />
    case 'audio':
    case 'video':
      return <BlindPlayer file={file} {...props} />
    case undefined:
      return <p className="text-faint text-sm">This file cannot be shown here.</p>
  }
}

function BlindPicture({ blob, seat }: { readonly blob: Blob; readonly seat: number }) {
  const { url, refused } = usePicture(blob)
  if (refused) return <p className="text-warning text-xs">The browser cannot display this image.</p>
  return (
    url && <img src={url} alt={`Result ${seat + 1}`} className="max-h-[60vh] max-w-full rounded-md object-contain" />
  )
}

/** A button that plays from the start and stops. */
function BlindPlayer({ file: { blob, volume }, seat, isFirst, onHeard }: BlindFileProps) {
  const url = useBlobUrl(blob)
  const hint = useLetterHint()
  const { player, isPlaying, isBroken, events, toggle } = useSolePlayer<HTMLVideoElement>()
  useEffect(() => {
    if (player.current && url) player.current.volume = volume
  }, [player, url, volume])
  const word = isPlaying ? 'Stop' : 'Play'
  const isVideo = mediaKind(blob.type) === 'video'
  const key = isFirst ? playKeys[seat] : undefined
  return (
    <div className="grid justify-items-start gap-2">
      {/* A sound is played by the same element, which then shows nothing. */}
      <video
        ref={player}
        src={url}
        playsInline
        preload="auto"
        aria-label={`Result ${seat + 1}`}
        hidden={!isVideo}
        className="max-h-[60vh] max-w-full rounded-md"
        {...events}
        onEnded={() => {
          events.onEnded()
          onHeard()
        }}
        onError={() => {
          events.onError()
          onHeard()
        }}
        onContextMenu={(event) => event.preventDefault()}
      />
      {isBroken && <p className="text-warning text-xs">The browser cannot play this file.</p>}
      <Button
        {...(key && { 'data-play': seat, ...hint(key.toUpperCase()) })}
        aria-label={`${word} result ${seat + 1}`}
        icon={isPlaying ? <Square size={16} /> : <Play size={16} />}
        onClick={toggle}
      >
        {word}
      </Button>
    </div>
  )
}
