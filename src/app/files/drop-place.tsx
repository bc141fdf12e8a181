import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type NamedFile, named } from './named-file.ts'

/** Marks an element that takes dropped files for itself, if it can; what it leaves is taken here. */
export const ownDrop = 'data-own-drop'

const isOwn = (target: EventTarget | null) => target instanceof Element && target.closest(`[${ownDrop}]`) !== null

const isTextBox = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

const isCovered = () => document.querySelector('dialog[open]') !== null

const drags = ['dragenter', 'dragover', 'dragleave', 'drop'] as const

/** Takes files that are dropped anywhere in the window, or pasted, for as long as it is shown and no dialog stands over it. */
export function DropPlace({ onFiles }: { readonly onFiles: (files: readonly NamedFile[]) => void }) {
  const [over, setOver] = useState(false)
  const drag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    const isFree = !event.defaultPrevented && !isCovered()
    // Else the browser would leave the page for the file.
    event.preventDefault()
    // Leaving the window leads to no element.
    const isOver = event.type === 'dragleave' ? event.relatedTarget !== null : event.type !== 'drop'
    setOver(isFree && isOver && !isOwn(event.target))
    if (isFree && event.type === 'drop') onFiles(named(event.dataTransfer.files))
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = named(event.clipboardData?.files ?? [])
    if (files.length === 0 || isCovered()) return
    // Some programs put a picture beside a copied text: in a text box the text is meant.
    if (isTextBox(event.target) && event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const gone = new AbortController()
    for (const moment of drags) addEventListener(moment, (event) => drag(event), { signal: gone.signal })
    addEventListener('paste', (event) => paste(event), { signal: gone.signal })
    return () => gone.abort()
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-ground/80 p-6">
      <p className="flex items-center gap-3 rounded-md border-2 border-cable border-dashed bg-raised px-6 py-5 font-medium text-base shadow-float">
        <ImagePlus size={20} strokeWidth={1.5} aria-hidden="true" />
        Drop the images to add them
      </p>
    </div>
  )
}
