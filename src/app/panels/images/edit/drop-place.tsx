import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { NamedFile } from './read-picture.ts'

const named = (files: Iterable<File>): readonly NamedFile[] =>
  [...files].map((file) => ({ name: file.name || 'pasted image', blob: file }))

/** Marks an element that takes dropped files for itself, if it can; what it leaves is taken here. */
export const ownDrop = 'data-own-drop'

const isOwn = (target: EventTarget | null) => target instanceof Element && target.closest(`[${ownDrop}]`) !== null

const types = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Takes files that are dropped anywhere in the window, or pasted, for as long as the tool is shown. */
export function DropPlace({ onFiles }: { readonly onFiles: (files: readonly NamedFile[]) => void }) {
  const [over, setOver] = useState<'nothing' | 'files'>('nothing')
  const take = useEffectEvent((files: readonly NamedFile[]) => files.length > 0 && onFiles(files))
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOver(isOwn(event.target) ? 'nothing' : 'files')
    }
    addEventListener('dragenter', drag, { signal })
    addEventListener('dragover', drag, { signal })
    // Leaving the window leads to no element.
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver('nothing'), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver('nothing')
        if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) take(named(event.dataTransfer.files))
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        const files = named(event.clipboardData?.files ?? [])
        if (files.length === 0 || document.querySelector('dialog[open]')) return
        // Some programs put a picture beside a copied text: in a text box the text is meant.
        if (types(event.target) && event.clipboardData?.types.includes('text/plain')) return
        event.preventDefault()
        take(files)
      },
      { signal },
    )
    return () => gone.abort()
  }, [])
  if (over === 'nothing') return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-ground/80 p-6">
      <p className="flex items-center gap-3 rounded-md border-2 border-cable border-dashed bg-raised px-6 py-5 font-medium text-base shadow-float">
        <ImagePlus size={20} strokeWidth={1.5} aria-hidden="true" />
        Drop the images to add them
      </p>
    </div>
  )
}
