import { Download } from 'lucide-react'
import { type ReactNode, use, useMemo } from 'react'
import { essenceOf, extensionOf, mediaKind } from '#media/media-type.ts'
import { JsonView } from '../../json/view/json-view.tsx'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { fileTitle, MediaFacts, type MediaFile } from './media-file.tsx'
import { Picture } from './picture.tsx'
import { useBlobUrl } from './use-picture.ts'

interface MediaViewProps {
  readonly file: MediaFile
  /** Caption, if known. */
  readonly says?: string | undefined
  /** Further actions, placed after the download button. */
  readonly actions?: ReactNode
}

/** A file in the viewer for its detected type, with format, size and a download button. */
export function MediaView({ file, says, actions }: MediaViewProps) {
  const title = fileTitle(file)
  const saved = /\.[a-z\d]{2,5}$/i.test(file.name ?? '') ? title : `${title}.${extensionOf(file.type)}`
  return (
    <figure aria-label={title} className="grid min-w-0 content-start gap-2">
      <Shown file={file} says={says} />
      <figcaption className="grid gap-1 text-xs">
        {says && <span className="wrap-anywhere text-soft">{says}</span>}
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          {file.name && <span className="min-w-0 truncate">{file.name}</span>}
          <span className="shrink-0">
            <MediaFacts file={file} />
          </span>
          <span className="-mx-2 ml-auto flex shrink-0 items-center">
            <ActionButton
              name={`Download ${title}`}
              word="Download"
              icon={<Download size={16} strokeWidth={1.5} />}
              onClick={() => saveFile(file.blob, saved)}
            />
            {actions}
          </span>
        </span>
      </figcaption>
    </figure>
  )
}

function Shown({ file, says }: MediaViewProps) {
  switch (mediaKind(file.type)) {
    case 'image':
      return <Picture file={file} says={says} />
    case 'audio':
    case 'video':
      return <Player file={file} />
    case undefined:
      return <Readable file={file} />
  }
}

function Player({ file }: { file: MediaFile }) {
  const url = useBlobUrl(file.blob)
  const title = fileTitle(file)
  if (mediaKind(file.type) === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
    return <audio src={url} aria-label={title} controls preload="metadata" className="w-full min-w-60" />
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
    <video src={url} aria-label={title} controls preload="metadata" className="max-h-[32rem] max-w-full rounded-md" />
  )
}

/** Largest text shown inline; a longer one can only be downloaded. */
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
