import { type Collection, collectionTitle } from '../../../collections/collection.ts'
import { changeCollection, removeCollection } from '../../../collections/use-collections.ts'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import type { UndoStep } from '../../../history/use-undo.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { shortly } from '../../../ui/format.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import { useRunsPlace } from '../runs-place.ts'

const loadSaving = lateCode(async () => (await import('../../../export/dialog/save-runs.ts')).saveCollection)

/** What is done with a collection, in the list and on its page. A failure, and what can be undone, is told by `push`. */
export interface CollectionEdits {
  /** Changes a collection as it is stored now. With `words` the change can be undone by `back`. */
  readonly change: (
    id: string,
    change: CollectionChange,
    undo?: { readonly words: string; readonly back: CollectionChange },
  ) => void
  readonly remove: (collection: Collection) => void
  readonly save: (collection: Collection) => void
  readonly push: (step: UndoStep) => void
}

export type CollectionChange = (now: Collection) => Collection

export function useCollectionEdits(push: (step: UndoStep) => void): CollectionEdits {
  const runs = useRuns()
  const [, go] = useRunsPlace()
  const readRecord = useRunRecord()
  const keys = useKnownKeys()
  const failed = (error: unknown) => push({ words: notSaved(error), isFailed: true })
  async function save(collection: Collection): Promise<void> {
    const { kind, words } = await (await loadSaving())({ collection, runs, readRecord, keys })
    push({ words, isFailed: kind === 'failed' })
  }
  async function remove(collection: Collection): Promise<void> {
    const undo = await removeCollection(runs, collection.id)
    go({ collection: undefined }, 'replace')
    const words = `Deleted “${shortly(collectionTitle(collection), 60)}”. Its runs are still in Runs.`
    push({ words, undo })
  }
  return {
    push,
    change(id, change, undo) {
      const said = () => undo && push({ words: undo.words, undo: () => changeCollection(runs, id, undo.back) })
      void changeCollection(runs, id, change).then(said, failed)
    },
    remove: (one) => void remove(one).catch(failed),
    save: (one) =>
      void save(one).catch((error: unknown) =>
        push({ words: sayMissing(error, 'Nothing was saved: the runs could not be read.'), isFailed: true }),
      ),
  }
}
