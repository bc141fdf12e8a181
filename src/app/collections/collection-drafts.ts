import { canonicalJson, recordOf } from '#contract/core/loose-json.ts'
import { stagePath } from '#contract/routes.ts'
import { type LedgerDrafts, stageThread } from '../run/stored-draft.ts'
import { type Collection, readCollection } from './collection.ts'

/** The collections, by their ids behind this. */
export const collectionPrefix = 'collection.'

/** The thread of every run that was made on the stage with this collection, also the first words of all its threads and drafts there. */
export const stageScope = stageThread

/** The address of the stage with this collection. */
export const stageHref = (collection: string): string => `${stagePath}/${collection}`

export const readStoredCollection = async (drafts: LedgerDrafts, id: string) =>
  readCollection(await drafts.read(collectionPrefix + id))

/** Resolves when it is stored. */
export const keepCollection = (drafts: LedgerDrafts, collection: Collection): Promise<void> =>
  drafts.write(collectionPrefix + collection.id, collection)

/**
 * What is to be stored of a collection after a change. What cannot be read of the stored one is kept: unknown fields, cards, which are put behind the
 * others, and all of one of a newer format, which is not changed.
 */
export function changedCollection(
  stored: unknown,
  change: (now: Collection) => Collection | undefined,
  at: number,
): unknown {
  const { collection, unread } = readCollection(stored)
  if (!collection) return stored
  const next = change(collection)
  if (next === collection) return stored
  if (!next) return undefined
  return { ...recordOf(stored), ...next, at, cards: [...next.cards, ...unread] }
}

const contentOf = ({ title, note, cards }: Collection) => canonicalJson({ title, note, cards })

/**
 * Stores a collection of a bundle. One that is here with other content stays, and the new one gets an id that `create` derives, by which it is
 * recognized the next time. `isAdded`: it was not here yet.
 */
export async function addSharedCollection(
  drafts: LedgerDrafts,
  collection: Collection,
  create: (origin: string) => string,
): Promise<{ readonly isAdded: boolean; readonly isOther: boolean }> {
  const stored = await drafts.read(collectionPrefix + collection.id)
  const { collection: here } = readCollection(stored)
  const isOther = stored !== undefined && (!here || contentOf(here) !== contentOf(collection))
  const id = isOther ? create(`collection ${collection.id} ${contentOf(collection)}`) : collection.id
  const isAdded = (isOther ? await drafts.read(collectionPrefix + id) : stored) === undefined
  if (isAdded) await keepCollection(drafts, { ...collection, id })
  return { isAdded, isOther }
}
