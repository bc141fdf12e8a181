import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type Collection, collectionTitle } from '../../collections/collection.ts'
import { addCollection, changeCollection, useCollections } from '../../collections/use-collections.ts'
import { UndoLine } from '../../history/undo-line.tsx'
import { useUndo } from '../../history/use-undo.ts'
import { useRunReading } from '../../run/history/run-record.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import type { Run } from '../../run/run.ts'
import { notSaved } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { lineLook } from '../../ui/box-look.ts'
import { Button } from '../../ui/button/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, shortly } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { Select } from '../../ui/native-select.tsx'
import { addressOf } from '../panels.ts'
import { type Tool, useTools } from '../tools.ts'
import { type CardKind, canRecord, cardKinds, cardOf, liveOf, whyNotLive } from './run-card.ts'

interface AddDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** The runs with their requests, the oldest first; undefined until they are read. */
function useAddedRuns(ids: readonly string[]): readonly Run[] | undefined {
  const { rows, loading } = useHistory()
  const { runs: read } = useRunReading()
  const readAdded = () => read(rows.filter(({ id }) => ids.includes(id)).toReversed()).catch(() => [])
  // Not read again with each change of `rows`: what the dialog offers does not change while it is answered.
  return useLoaded(loading ? undefined : readAdded, [ids, loading])
}

export function AddDialog({ ids, onClose }: AddDialogProps) {
  const runs = useAddedRuns(ids)
  return (
    <Dialog title="Add to collection" open onClose={onClose}>
      {runs ? <AddForm runs={runs} onClose={onClose} /> : <p className="text-soft">Reading…</p>}
    </Dialog>
  )
}

/** What each kind of card makes of these runs, as sentences. */
function remarksOf(tools: readonly Tool[], runs: readonly Run[], kind: CardKind, into: Collection | undefined) {
  const count = (isSo: (run: Run) => boolean) => runs.filter(isSo).length
  const which = (n: number) => (runs.length === 1 ? 'This run' : `${n} of ${counted(runs.length, 'run')}`)
  const unsendable = count((run) => !liveOf(tools, run))
  const unrecorded = count((run) => !canRecord(run))
  const here = new Set(into?.cards.map(({ run }) => run))
  const twice = count(({ id }) => here.has(id))
  const is = (n: number) => (n === 1 ? 'is' : 'are')
  return [
    unsendable > 0 && `${which(unsendable)} ${whyNotLive}`,
    unrecorded > 0 && `${which(unrecorded)} ${is(unrecorded)} not completed. Only completed runs become recordings.`,
    twice > 0 && `${which(twice)} ${is(twice)} already in this collection, and would be added again.`,
    runs.length === 0 && 'These runs are no longer stored.',
    runs.length > 0 && runs.every((run) => !cardOf(tools, run, kind)) && 'No card can be made this way.',
  ].filter((words) => words !== false)
}

function AddForm({ runs, onClose }: { readonly runs: readonly Run[]; readonly onClose: () => void }) {
  const page = useRuns()
  const tools = useTools()
  const undo = useUndo()
  const { collections } = useCollections()
  const [chosen, choose] = useState<string>()
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<CardKind>(() => {
    if (!runs.some(canRecord)) return 'live'
    return runs.some((run) => liveOf(tools, run)) ? 'both' : 'recording'
  })
  const [added, setAdded] = useState<string>()
  const into = collections.find(({ id }) => id === (chosen ?? collections[0]?.id))
  const cards = useMemo(() => runs.flatMap((run) => cardOf(tools, run, kind) ?? []), [runs, tools, kind])
  const remarks = remarksOf(tools, runs, kind, into)
  async function add(): Promise<void> {
    const id = into?.id ?? newId()
    const fresh = new Set(cards.map((card) => card.id))
    const at = page.page.clock.now()
    if (into) await changeCollection(page, id, (now) => ({ ...now, cards: [...now.cards, ...cards] }))
    else await addCollection(page, { version: 1, id, at, title: title.trim(), note: '', cards })
    setAdded(id)
    const name = shortly(collectionTitle(into ?? { title }), 60)
    undo.push({
      words: `${counted(cards.length, 'card')} added to “${name}”.`,
      async undo() {
        await changeCollection(page, id, (now) => {
          const cards = now.cards.filter((card) => !fresh.has(card.id))
          return into || cards.length > 0 ? { ...now, cards } : undefined
        })
        setAdded(undefined)
      },
    })
  }
  const failed = (error: unknown) => undo.push({ words: notSaved(error), isFailed: true })
  if (added !== undefined)
    return (
      <div className="grid gap-4">
        <UndoLine of={undo} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Link
            href={addressOf('runs', { view: 'collections', collection: added })}
            onClick={onClose}
            className="text-soft text-sm underline underline-offset-2 hover:text-ink"
          >
            Open the collection
          </Link>
          <Button ref={takeFocus} look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (cards.length > 0) void add().catch(failed)
      }}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is what the label is put around. */}
      <label className="grid grid-cols-1 gap-1 text-xs">
        Collection
        <Select value={into?.id ?? ''} onChange={({ target }) => choose(target.value)}>
          {collections.map((one) => (
            <option key={one.id} value={one.id}>
              {shortly(collectionTitle(one), 80)}
            </option>
          ))}
          <option value="">New collection</option>
        </Select>
      </label>
      {!into && (
        <label className="grid grid-cols-1 gap-1 text-xs">
          Title
          <input className={lineLook} value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
        </label>
      )}
      <div className="grid gap-1.5">
        <Choice name="Kind of card" options={kinds} value={kind} onChange={setKind} />
        <p className="text-faint text-xs">{explained[kind]}</p>
      </div>
      <ul role="status" className="grid gap-1 text-warning text-xs empty:hidden">
        {remarks.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <UndoLine of={undo} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={cards.length === 0}>
          Add {counted(cards.length, 'card')}
        </Button>
      </div>
    </form>
  )
}

const kinds = Object.entries(cardKinds) as [CardKind, string][]

const explained: Readonly<Record<CardKind, string>> = {
  both: 'Sent again when presented, with the recording at hand.',
  live: 'Sent again when presented.',
  recording: 'The run is replayed as it came. Nothing is sent.',
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
