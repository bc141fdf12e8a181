import { FolderOpen, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useRuns } from '../../run/use-runs.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { pickFiles } from '../../ui/files.ts'
import { lateCode, MissingCode, sayMissing } from '../../ui/late-code.ts'
import { reload } from '../../ui/missing-note.tsx'
import type { ImportOutcome } from './import-bundles.ts'

type News = { readonly kind: 'busy' } | (ImportOutcome & { readonly missing?: MissingCode['why'] | undefined })

/** The code that imports. */
export const loadImporter = lateCode(async () => ({
  ...(await import('./import-bundles.ts')),
  ...(await import('../../run/history/import-runs.ts')),
}))

export interface OpenBundle {
  /** Undefined before the first bundle and after `dismiss`. */
  readonly news: News | undefined
  /** Opens bundles in sequence; ignored while others are being opened. */
  open(zips: Iterable<Blob>): void
  dismiss(): void
  /** Props for the element on which bundles may be dropped. */
  readonly dropTarget: { onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void }
}

/** Opens bundles; the reading code is loaded with the first one. `onOpened` is called with the first imported run. */
export function useOpenBundle(onOpened: (id: string) => void = () => {}): OpenBundle {
  const runs = useRuns()
  const [news, setNews] = useState<News>()

  async function open(zips: readonly Blob[]): Promise<void> {
    if (news?.kind === 'busy') return
    setNews({ kind: 'busy' })
    const { importBundles, importingOf } = await loadImporter()
    const done = await importBundles(zips, importingOf(runs))
    setNews(done)
    if (done.first !== undefined) onOpened(done.first)
  }

  const start = (zips: Iterable<Blob>) => {
    const all = [...zips]
    if (all.length === 0) return
    void open(all).catch((error: unknown) => {
      const words = sayMissing(error, 'Could not start the import. Try again.')
      setNews({ kind: 'failed', words, missing: error instanceof MissingCode ? error.why : undefined })
    })
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

export function BundleNews({ bundle }: { readonly bundle: OpenBundle }) {
  const { news, dismiss } = bundle
  if (news === undefined) return null
  const failed = news.kind === 'failed'
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-b bg-surface px-4 py-1.5 md:px-5">
      <p
        role={failed ? 'alert' : 'status'}
        className={`min-w-0 flex-1 break-words text-xs ${failed ? 'text-danger' : ''}`}
      >
        {news.kind === 'busy' ? 'Reading the bundle…' : news.words}
      </p>
      {news.kind !== 'busy' && news.missing === 'updated' && <Button onClick={reload}>Reload</Button>}
      {news.kind !== 'busy' && <IconButton name="Dismiss" icon={<X size={16} />} onClick={dismiss} />}
    </div>
  )
}

export function OpenBundleButton({ bundle }: { readonly bundle: OpenBundle }) {
  const busy = bundle.news?.kind === 'busy'
  return (
    <Button
      icon={<FolderOpen size={16} />}
      disabled={busy}
      aria-busy={busy}
      onClick={() =>
        pickFiles({ accept: '.zip,application/zip,.json,application/json', count: 'several' }, bundle.open)
      }
    >
      Open a bundle
    </Button>
  )
}
