import { useState } from 'react'
import { Link } from 'wouter'
import { documents } from '#contract/routes.ts'
import { readCollections, useCollections } from '../../collections/use-collections.ts'
import { loadImporter } from '../../export/open/open-bundle.tsx'
import type { Runs } from '../../run/runs.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { PresentLink, presentLook } from '../../tool/collections/present-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { readKept, writeKept } from '../../ui/page-state.ts'

/** The bundle beside the page of a static demo, by its name and hash; undefined without one. */
const shippedFile = () => document.querySelector<HTMLMetaElement>('meta[name="patchbay-collection"]')?.content

const importedKey = 'patchbay.demo.imported'

/** Imports the bundle once for each browser: what was deleted afterwards stays deleted. Rejects with an error for people. */
async function importShipped(file: string, runs: Runs): Promise<void> {
  if (readKept(importedKey) === file) return
  const reply = await fetch(`${import.meta.env.BASE_URL}${file}`)
  if (!reply.ok) throw new Error('The recordings of this demo could not be loaded.')
  const { importBundle, importingOf } = await loadImporter()
  const { kind, words } = await importBundle(await reply.blob(), importingOf(runs))
  await readCollections(runs)
  if (kind === 'failed') throw new Error(words)
  writeKept(importedKey, file)
}

let importing: Promise<void> | undefined

type State = { readonly kind: 'busy' | 'done' } | { readonly kind: 'failed'; readonly words: string }

function useShipped(file: string): { readonly state: State; readonly again: () => void } {
  const runs = useRuns()
  const [tries, setTries] = useState(0)
  const state = useLoaded<State>(() => {
    importing ??= importShipped(file, runs)
    return importing.then(
      () => ({ kind: 'done' }),
      (thrown: unknown) => {
        importing = undefined
        return { kind: 'failed', words: thrown instanceof Error ? thrown.message : String(thrown) }
      },
    )
  }, [file, runs, tries])
  return { state: state ?? { kind: 'busy' }, again: () => setTries(tries + 1) }
}

/** What a static demo was built with: its collections, each with its cards and the way to the stage. */
export function ShippedRecordings() {
  const file = shippedFile()
  return file === undefined ? null : <Recordings file={file} />
}

function Recordings({ file }: { readonly file: string }) {
  const { state, again } = useShipped(file)
  const { collections, loading } = useCollections()
  const shown = collections.filter(({ cards }) => cards.length > 0)
  return (
    <section aria-label="Recordings" className="grid gap-4" aria-busy={state.kind === 'busy'}>
      <h2 className="font-semibold text-base">Recordings of this demo</h2>
      {state.kind === 'busy' && <p className="text-soft text-sm">Loading the recordings…</p>}
      {state.kind === 'failed' && (
        <Callout tone="danger" title={state.words}>
          <Button onClick={again}>Try again</Button>
        </Callout>
      )}
      {shown.map(({ id, title, note, cards }) => (
        <article key={id} className="grid gap-2 rounded-md border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-3">
            <h3 className="min-w-0 break-words font-medium">{title || 'Untitled collection'}</h3>
            <PresentLink id={id} name={`Present ${title || 'the collection'}`} />
          </div>
          {note && <p className="break-words text-soft text-sm">{note}</p>}
          <ol aria-label="Cards" className="list-inside list-decimal text-soft text-sm">
            {cards.map((card) => (
              <li key={card.id}>{card.title || 'Untitled'}</li>
            ))}
          </ol>
        </article>
      ))}
      {state.kind === 'done' && !loading && shown.length === 0 && (
        <Link href={documents.runs} className={`${presentLook} justify-self-start`}>
          Open the recordings
        </Link>
      )}
    </section>
  )
}
