import { type LedgerDrafts, stageThread } from '../run/stored-draft.ts'
import { type Collection, readCollection } from './collection.ts'

/** The collections, by their ids behind this. */
export const collectionPrefix = 'collection.'

/** The thread of every run that was made on the stage with this collection, also the first words of all its threads and drafts there. */
export const stageScope = stageThread

export const readStoredCollection = async (drafts: LedgerDrafts, id: string) =>
  readCollection(await drafts.read(collectionPrefix + id))

/** Resolves when it is stored. */
export const keepCollection = (drafts: LedgerDrafts, collection: Collection): Promise<void> =>
  drafts.write(collectionPrefix + collection.id, collection)
