import { Download, Maximize2 } from 'lucide-react'
import { type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { essenceOf, extensionOf, mediaKind } from '#media/media-type.ts'
import { JsonView } from '../../json/view/json-view.tsx'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { retriable } from '../../ui/retriable.tsx'
import { Lightbox } from './lightbox/lightbox.tsx'
import { fileTitle, MediaFacts, type MediaFile, NotDrawn } from './media-file.tsx'
import type { TakeFrame } from './player/video-frames.ts'
import { usePicture } from './use-picture.ts'

const VideoPlayer = retriable(async () => (await import('./player/video-player.tsx')).VideoPlayer)
const SoundPlayer = retriable(async () => (await import('./sound/sound-player.tsx')).SoundPlayer)

interface MediaViewProps {
  readonly file: MediaFile
  readonly says?: string | undefined
  readonly actions?: ReactNode
  readonly player?: ReactNode
  readonly frameActions?: ((take: TakeFrame) => ReactNode) | undefined
  /** The copy to download. Left out: the file itself, by its own name. */
  readonly save?: () => Promise<{ readonly name: string; readonly blob: Blob }>
}

export function MediaView({ file, says, actions, player, frameActions, save }: MediaViewProps) {
  const title = fileTitle(file)
  const name = /\.[a-z\d]{2,5}$/i.test(file.name ?? '') ? title : `${title}.${extensionOf(file.type)}`
  const onSave = async () => {
    const saved = save ? await save() : { name, blob: file.blob }
    saveFile(saved.blob, saved.name)
  }
  return (
    <figure aria-label={title} className="grid min-w-0 content-start gap-2">
      {player || <Shown {...{ file, says, frameActions }} />}
      <figcaption className="grid gap-1 text-xs">
        {says && <span className="wrap-anywhere text-soft">{says}</span>}
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="flex min-w-0 flex-1 basis-36 flex-wrap gap-x-3">
            {file.name && <span className="min-w-0 truncate">{file.name}</span>}
            <MediaFacts file={file} />
          </span>
          <span className="-mx-2 ml-auto flex shrink-0 items-center">
            <ActionButton
              name={`Download ${title}`}
              word="Download"
              icon={<Download size={16} />}
              onClick={() => void onSave()}
            />
            {actions}
          </span>
        </span>
      </figcaption>
    </figure>
  )
}

function Shown({ file, says, frameActions }: MediaViewProps) {
  switch (mediaKind(file.type)) {
    case 'image':
      return <Picture file={file} says={says} />
    case 'audio':
      return (
        // As high as the player, so that nothing moves when its code has come.
        <Suspense fallback={<div className="min-h-31 coarse:min-h-36" />}>
          <SoundPlayer file={file} />
        </Suspense>
      )
    case 'video':
      return (
        // The ratio of most videos, for the moment until the player's code and the headers are there.
        <Suspense fallback={<div className="aspect-video w-full max-w-160 rounded-md bg-sunken" />}>
          <VideoPlayer {...{ file, frameActions }} />
        </Suspense>
      )
    case undefined:
      return <Readable file={file} />
  }
}

const longestText = 1_000_000

function Readable({ file }: { file: MediaFile }) {
  const essence = essenceOf(file.type)
  const text = useMemo(
    () =>
      /^text\/(?:plain|vtt|srt)$|^application\/json$/.test(essence) && file.size < longestText
        ? file.blob.text().catch(() => undefined)
        : undefined,
    [essence, file],
  )
  return text === undefined ? null : <Text text={text} isJson={essence === 'application/json'} />
}

function Text({ text, isJson }: { text: Promise<string | undefined>; isJson: boolean }) {
  const read = use(text)
  if (read === undefined) return null
  if (isJson) return <JsonView text={read} />
  return (
    <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-surface p-3 font-mono text-xs">
      {read}
    </pre>
  )
}

/** A picture that opens in the lightbox. Its layout size is set before it is decoded. The parent provides the download button. */
function Picture({ file, says }: { readonly file: MediaFile; readonly says?: string | undefined }) {
  const { url, size, refused } = usePicture(file.blob)
  const [broken, setBroken] = useState(false)
  const [big, setBig] = useState(false)
  const name = says ?? fileTitle(file)
  if (refused) return <NotDrawn file={file} size={size} save="elsewhere" />
  if (broken) return <p className="text-warning text-xs">The browser cannot display this image. You can download it.</p>
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${name} full screen`}
        className="group relative w-fit max-w-full cursor-zoom-in rounded-md"
        onClick={() => setBig(true)}
      >
        {url && (
          <img
            src={url}
            alt={name}
            {...size}
            className="block h-auto max-h-[32rem] w-auto max-w-full rounded-md object-contain"
            onError={() => setBroken(true)}
          />
        )}
        <Maximize2
          size={16}
          className="absolute top-2 right-2 rounded-md bg-ground/80 p-0.5 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
      {big && (
        <Lightbox items={[{ key: name, file, name, says }]} at={0} onAt={nothing} onClose={() => setBig(false)} />
      )}
    </>
  )
}

const nothing = () => {}
