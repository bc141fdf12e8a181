import { type DragEvent, useState } from 'react'
import { useRuns } from '../run/runs-provider.tsx'
import type { BroughtIn } from './bring-in.ts'

/** What is said of a bundle that is being opened, or was. */
type News = { readonly kind: 'busy' } | BroughtIn

/** The way in for bundles. */
export interface OpenBundle {
  /** Until it is dismissed. */
  readonly news: News | undefined
  open(zip: Blob): void
  dismiss(): void
  /** For the element on which a bundle may be dropped. */
  readonly dropTarget: { onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void }
}

/** Opens bundles; the code that reads them is loaded with the first one. `onOpened` is given the first run that came in. */
export function useOpenBundle(onOpened: (id: string) => void): OpenBundle {
  const { tools } = useRuns()
  const [news, setNews] = useState<News>()

  async function open(zip: Blob): Promise<void> {
    if (news?.kind === 'busy') return
    setNews({ kind: 'busy' })
    const { bringIn } = await import('./bring-in.ts')
    const done = await bringIn(zip, tools)
    setNews(done)
    if (done.first !== undefined) onOpened(done.first)
  }

  const start = (zip: Blob) =>
    void open(zip).catch(() =>
      setNews({ kind: 'failed', words: 'The code that opens bundles did not load. Try again.' }),
    )

  return {
    news,
    open: start,
    dismiss: () => setNews(undefined),
    dropTarget: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDrop(event) {
        const [zip] = event.dataTransfer.files
        if (zip === undefined) return
        event.preventDefault()
        start(zip)
      },
    },
  }
}
