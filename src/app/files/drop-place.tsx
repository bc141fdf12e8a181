import { ImagePlus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import { pickFiles } from '../ui/files.ts'
import type { NamedFile } from './read-file.ts'

/** Marks an element that handles drops itself; a drop that it does not prevent is taken by `DropPlace`. */
export const ownDrop = 'data-own-drop'

/** Files of a drop, a paste or a dialog. A pasted file may have no name. */
export const named = (files: Iterable<File>): readonly NamedFile[] =>
  [...files].map((file) => ({
    name: file.name || `pasted ${file.type.startsWith('image/') ? 'image' : 'file'}`,
    blob: file,
  }))

const isOwn = (target: EventTarget | null) => target instanceof Element && target.closest(`[${ownDrop}]`) !== null

const isTextBox = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

const isCovered = () => document.querySelector('dialog[open]') !== null

const drags = ['dragenter', 'dragover', 'dragleave', 'drop'] as const

interface DropPlaceProps {
  /** `on` is the element under the pointer; null for what is pasted. */
  readonly onFiles: (files: readonly NamedFile[], on: EventTarget | null) => void
  readonly says?: string
  readonly children?: ((on: EventTarget | null) => ReactNode) | undefined
}

/** Listens for dropped and pasted files while mounted and no dialog is open. Of several, the first one takes them. */
export function DropPlace({ onFiles, says = 'Drop images to add them', children }: DropPlaceProps) {
  const [over, setOver] = useState<{ readonly on: EventTarget | null }>()
  const drag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    const isFree = !event.defaultPrevented && !isCovered()
    // Without this the browser leaves the page and opens the file.
    event.preventDefault()
    // The pointer left the window where there is no related element.
    const isOver = event.type === 'dragleave' ? event.relatedTarget !== null : event.type !== 'drop'
    const on = event.type === 'dragleave' ? event.relatedTarget : event.target
    const isShown = isFree && isOver && !isOwn(on)
    setOver((before) => (!isShown ? undefined : before?.on === on ? before : { on }))
    if (isFree && event.type === 'drop') onFiles(named(event.dataTransfer.files), on)
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = named(event.clipboardData?.files ?? [])
    if (files.length === 0 || event.defaultPrevented || isCovered()) return
    // Some programs copy a picture of a text beside the text: in a text box the text is meant.
    if (isTextBox(event.target) && event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(files, null)
  })
  useEffect(() => {
    const gone = new AbortController()
    for (const moment of drags) addEventListener(moment, (event) => drag(event), { signal: gone.signal })
    addEventListener('paste', (event) => paste(event), { signal: gone.signal })
    return () => gone.abort()
  }, [])
  if (over === undefined) return null
  if (children) return children(over.on)
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-ground/80 p-6">
      <p className="flex items-center gap-3 rounded-md border-2 border-cable border-dashed bg-raised px-6 py-5 font-medium text-base shadow-float">
        <ImagePlus size={20} />
        {says}
      </p>
    </div>
  )
}

interface PickFilesProps extends ComponentProps<typeof Button> {
  readonly name: string
  readonly accepts: readonly string[]
  readonly count: 'one' | 'several'
  readonly onFiles: (files: readonly NamedFile[]) => void
}

export function PickFiles({ name, accepts, count, onFiles, ...button }: PickFilesProps) {
  return (
    <Button
      {...button}
      onClick={() => pickFiles({ accept: accepts.join(','), count }, (files) => onFiles(named(files)))}
    >
      {name}
    </Button>
  )
}
