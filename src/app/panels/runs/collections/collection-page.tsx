import { ArrowLeft, BookMarked, Download, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { type Collection, collectionTitle } from '../../../collections/collection.ts'
import { stageScope } from '../../../collections/collection-drafts.ts'
import type { Row } from '../../../history/found-runs.ts'
import { nameOf, startedAt } from '../../../run/history/matches.ts'
import { useHistory } from '../../../run/history/use-history.ts'
import { addToCollection } from '../../../tool/collections/add-to-collection.tsx'
import { PresentLink } from '../../../tool/collections/present-link.tsx'
import { addressOf } from '../../../tool/panels.ts'
import { kindOf, useTools } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { shortTime } from '../../../ui/short-time.ts'
import { useRunsPlace } from '../runs-place.ts'
import { CardList } from './card-list.tsx'
import { LateField } from './late-field.tsx'
import type { CollectionEdits } from './use-collection-edits.ts'

interface CollectionPageProps {
  readonly collection: Collection
  /** The number of cards that cannot be shown. */
  readonly unreadable: number
  readonly edits: CollectionEdits
}

/** One collection: title and cover note, its cards, and the runs that were made on stage with it. */
export function CollectionPage({ collection, unreadable, edits }: CollectionPageProps) {
  const [, go] = useRunsPlace()
  const { rows, loading } = useHistory()
  const { id, title, note } = collection
  const made = rows.filter(({ thread }) => thread?.startsWith(stageScope(id)))
  return (
    <section aria-label="Collection" className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="sr-only" dir="auto">
          {shortly(collectionTitle(collection), 120)}
        </h2>
        <Button
          look="quiet"
          icon={<ArrowLeft size={18} />}
          className="mr-auto -ml-3"
          onClick={() => go({ collection: undefined })}
        >
          All collections
        </Button>
        {collection.cards.length > 0 && <PresentLink id={id} />}
        <Button icon={<Download size={16} />} onClick={() => edits.save(collection)}>
          Export
        </Button>
        <IconButton name="Delete the collection" icon={<Trash2 size={16} />} onClick={() => edits.remove(collection)} />
      </div>
      <LateField
        name="Title"
        title="Title"
        stored={title}
        placeholder="Untitled collection"
        onText={(text) => edits.change(id, (now) => ({ ...now, title: text.trim() }))}
      />
      <LateField
        name="Cover note"
        title="Cover note"
        stored={note}
        placeholder="What this collection shows"
        onText={(text) => edits.change(id, (now) => ({ ...now, note: text }))}
      />
      {unreadable > 0 && (
        <p className="text-warning text-xs">{counted(unreadable, 'damaged card')} not shown; the data is kept.</p>
      )}
      <CardList {...{ collection, rows, loading, edits }} />
      {made.length > 0 && <MadeOnStage rows={made} />}
    </section>
  )
}

/** Runs of the stage, which the list of all runs leaves out. */
function MadeOnStage({ rows }: { readonly rows: readonly Row[] }) {
  const tools = useTools()
  return (
    <section aria-label="Runs made on stage" className="grid gap-2">
      <h3 className="font-semibold">Made on stage</h3>
      <ul aria-label="Made on stage" className="divide-y divide-line rounded-md border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-2 pl-4">
            <Link
              href={addressOf('runs', { run: row.id, stage: 'all' })}
              className="min-w-0 flex-1 basis-40 truncate text-sm hover:underline"
              dir="auto"
            >
              {shortly(nameOf(row), 120) || 'Untitled'}
            </Link>
            <span className="text-faint text-xs">
              {kindOf(tools, row)} · {shortTime(startedAt(row))}
            </span>
            <Button small look="quiet" icon={<BookMarked size={16} />} onClick={() => addToCollection([row.id])}>
              Add to collection
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
