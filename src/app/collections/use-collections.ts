import { useMemo, useSyncExternalStore } from 'react'
import { liveDraftsUnder } from '../run/history/live-drafts.ts'
import type { Runs } from '../run/runs.ts'
import { useRuns } from '../run/use-runs.tsx'
import { type Collection, readCollection } from './collection.ts'
import { changedCollection, collectionPrefix } from './collection-drafts.ts'

const stored = liveDraftsUnder(collectionPrefix)

export interface CollectionList {
  /** The one that was changed last first. */
  readonly collections: readonly Collection[]
  /** Collections of a newer format, which stay untouched. */
  readonly newer: number
  /** Cards that cannot be read, by the id of their collection. */
  readonly unreadable: ReadonlyMap<string, number>
  readonly loading: boolean
}

function listIn(found: ReadonlyMap<string, unknown> | undefined): CollectionList {
  const all = [...(found?.values() ?? [])].map(readCollection)
  const read = all.flatMap(({ collection, unreadable }) => (collection ? [{ collection, unreadable }] : []))
  return {
    collections: read.map(({ collection }) => collection).toSorted((one, other) => other.at - one.at),
    newer: all.length - read.length,
    unreadable: new Map(read.map(({ collection, unreadable }) => [collection.id, unreadable])),
    loading: found === undefined,
  }
}

/** All collections of this browser. */
export function useCollections(): CollectionList {
  const drafts = stored(useRuns())
  const found = useSyncExternalStore(drafts.subscribe, drafts.view)
  return useMemo(() => listIn(found), [found])
}

/** Reads them again, after a bundle was opened. */
export const readCollections = (runs: Runs): Promise<void> => stored(runs).read()

/** Stores a collection unless there is one of its id. */
export const addCollection = (runs: Runs, collection: Collection): Promise<void> =>
  stored(runs).change(collection.id, (now) => now ?? collection)

/** Removes a collection, and gives the function that puts it back. */
export async function removeCollection(runs: Runs, id: string): Promise<() => Promise<void>> {
  let gone: unknown
  await stored(runs).change(id, (now) => {
    gone = now
    return undefined
  })
  return () => stored(runs).change(id, (now) => now ?? gone)
}

/**
 * Changes a collection as it is stored now, one change after the other in all tabs; undefined removes it. Does nothing where there is none, or one of a
 * newer format.
 */
export const changeCollection = (
  runs: Runs,
  id: string,
  change: (now: Collection) => Collection | undefined,
): Promise<void> => stored(runs).change(id, (now) => changedCollection(now, change, runs.page.clock.now()))
