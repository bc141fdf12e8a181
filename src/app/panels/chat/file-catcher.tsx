import { useEffect, useEffectEvent, useState } from 'react'

const moments = ['dragover', 'dragleave', 'drop', 'paste'] as const

/** Takes files that are dropped anywhere in the window, or pasted, for as long as the panel is shown and no dialog stands over it. */
export function FileCatcher({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((event: DragEvent | ClipboardEvent) => {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    if (!data?.types.includes('Files') || document.querySelector('dialog[open]')) return
    // Some programs put a picture beside a copied text, which is what is meant in a text box.
    if (event.type === 'paste' && event.target instanceof HTMLTextAreaElement && data.types.includes('text/plain'))
      return
    event.preventDefault()
    // Leaving the window leads to no element.
    setOver(event.type === 'dragover' || (event instanceof DragEvent && event.relatedTarget !== null))
    // There are none before they are dropped.
    if (data.files.length > 0) onFiles([...data.files])
  })
  useEffect(() => {
    const listen = (event: DragEvent | ClipboardEvent) => take(event)
    for (const moment of moments) addEventListener(moment, listen)
    return () => {
      for (const moment of moments) removeEventListener(moment, listen)
    }
  }, [])
  return over ? (
    <p className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-ground/80 font-medium text-base">
      Drop the pictures to add them
    </p>
  ) : null
}
