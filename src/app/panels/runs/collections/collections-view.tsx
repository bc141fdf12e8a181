import { BookMarked, Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Collection, collectionTitle } from '../../../collections/collection.ts'
import { addCollection, readCollections, useCollections } from '../../../collections/use-collections.ts'
import { type OpenBundle, OpenBundleButton } from '../../../export/open/open-bundle.tsx'
import { RenameBox } from '../../../history/list-fields.tsx'
import { UndoFoot } from '../../../history/undo-line.tsx'
import { useUndo } from '../../../history/use-undo.ts'
import { newId } from '../../../run/new-id.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { PresentLink } from '../../../tool/collections/present-link.tsx'
import { useActions } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import { shortTime } from '../../../ui/short-time.ts'
import { useRunsPlace } from '../runs-place.ts'
import { CollectionPage } from './collection-page.tsx'
import { type CollectionEdits, useCollectionEdits } from './use-collection-edits.ts'

/** All collections of this browser, or the one that the address names. */
export function CollectionsView({ bundle }: { readonly bundle: OpenBundle }) {
  const [place, go] = useRunsPlace()
  const runs = useRuns()
  const undo = useUndo()
  const list = useCollections()
  const edits = useCollectionEdits(undo.push)
  const { news } = bundle
  // biome-ignore lint/correctness/useExhaustiveDependencies: a bundle that was opened may have brought some.
  useEffect(() => void readCollections(runs).catch(() => {}), [runs, news])
  async function create(): Promise<void> {
    const id = newId()
    await addCollection(runs, { version: 1, id, at: runs.page.clock.now(), title: '', note: '', cards: [] })
    go({ collection: id })
  }
  const startNew = () => void create().catch((error: unknown) => undo.push({ words: notSaved(error), isFailed: true }))
  useActions([{ name: 'New collection', run: startNew }])
  const opened = list.collections.find(({ id }) => id === place.collection)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" {...bundle.dropTarget}>
      <div className="@container min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
          {opened ? (
            <CollectionPage
              key={opened.id}
              collection={opened}
              unreadable={list.unreadable.get(opened.id) ?? 0}
              edits={edits}
            />
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-2">
                <h2 className="flex-1 basis-36 font-semibold text-base">Collections</h2>
                <OpenBundleButton bundle={bundle} />
                <Button look="primary" icon={<Plus size={16} />} onClick={startNew}>
                  New collection
                </Button>
              </div>
              {place.collection !== undefined && !list.loading && (
                <p className="text-soft">Collection not found. It was deleted, or it is stored in another browser.</p>
              )}
              {list.newer > 0 && (
                <p className="text-warning text-xs">
                  {counted(list.newer, 'collection')} made by a newer version of Patchbay, kept as{' '}
                  {list.newer === 1 ? 'it is' : 'they are'}.
                </p>
              )}
              {list.collections.length > 0 ? (
                <ul aria-label="Collections" className="divide-y divide-line rounded-md border border-line bg-surface">
                  {list.collections.map((one) => (
                    <CollectionRow key={one.id} collection={one} edits={edits} />
                  ))}
                </ul>
              ) : (
                !list.loading && (
                  <p className="max-w-[60ch] text-soft">
                    A collection is a list of results to show to people, in your order and with your notes. Add runs
                    with “Add to collection” in the menu of a result.
                  </p>
                )
              )}
            </>
          )}
        </div>
      </div>
      <UndoFoot of={undo} />
    </div>
  )
}

interface CollectionRowProps {
  readonly collection: Collection
  readonly edits: CollectionEdits
}

function CollectionRow({ collection, edits }: CollectionRowProps) {
  const [, go] = useRunsPlace()
  const [naming, setNaming] = useState(false)
  const title = collectionTitle(collection)
  const { id, cards, at } = collection
  const named = (text: string | undefined) => {
    setNaming(false)
    if (text !== undefined && text !== title) edits.change(id, (now) => ({ ...now, title: text.trim() }))
  }
  return (
    <li className="flex min-w-0 items-center gap-2 pr-2">
      {naming ? (
        <RenameBox
          name="Title of the collection"
          value={collection.title}
          onDone={named}
          className="mx-2 h-9 min-w-0 flex-1 rounded-md border border-line bg-ground px-3"
        />
      ) : (
        <button
          type="button"
          className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 rounded-md px-4 py-1.5 text-left hover:bg-raised"
          onClick={() => go({ collection: id })}
        >
          <BookMarked size={16} className="shrink-0 text-cable" />
          <span className="min-w-0 flex-1 basis-28 truncate font-medium" dir="auto">
            {shortly(title, 120)}
          </span>
          <span className="shrink-0 text-faint text-xs tabular-nums">
            {counted(cards.length, 'card')} · {shortTime(at)}
          </span>
        </button>
      )}
      {cards.length > 0 && <PresentLink id={id} />}
      <Menu
        name={`More actions for ${shortly(title, 60)}`}
        items={[
          menuItem('Export', Download, () => edits.save(collection)),
          menuItem('Rename', Pencil, () => setNaming(true)),
          { ...menuItem('Delete', Trash2, () => edits.remove(collection)), danger: true },
        ]}
      />
    </li>
  )
}
