import { type DragEvent, useState } from 'react'
import { useRuns } from '../../run/use-runs.tsx'
import type { BroughtIn } from './bring-in.ts'
import { together } from './together.ts'

/** What is said of bundles that are being opened, or were. */
type News = { readonly kind: 'busy' } | BroughtIn

/** The way in for bundles. */
export interface OpenBundle {
  /** Until it is dismissed. */
  readonly news: News | undefined
  /** One after the other, in the order given. */
  open(zips: Iterable<File>): void
  dismiss(): void
  /** For the element on which a bundle may be dropped. */
  readonly dropTarget: { onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void }
}

/** Opens bundles; the code that reads them is loaded with the first one. `onOpened` is given the first run that came in. */
export function useOpenBundle(onOpened: (id: string) => void): OpenBundle {
  const { tools } = useRuns()
  const [news, setNews] = useState<News>()

  async function open(zips: readonly Blob[]): Promise<void> {
    if (news?.kind === 'busy') return
    setNews({ kind: 'busy' })
    const { bringIn } = await import('./bring-in.ts')
    const all: BroughtIn[] = []
    for (const zip of zips) all.push(await bringIn(zip, tools))
    const done = together(all)
    setNews(done)
    if (done.first !== undefined) onOpened(done.first)
  }

  const start = (zips: Iterable<File>) => {
    const all = [...zips]
    if (all.length === 0) return
    void open(all).catch(() =>
      setNews({ kind: 'failed', words: 'The code that opens bundles did not load. Try again.' }),
    )
  }

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
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        start(event.dataTransfer.files)
      },
    },
  }
}
