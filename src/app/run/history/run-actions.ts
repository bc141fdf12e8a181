import type { RunRow, Verdict } from '../../ledger/run-row.ts'
import type { RunTools } from '../run-tools.ts'

/** Some runs that were deleted. */
export interface Removal {
  /** Runs on their way, and those that wait for the person's ruling, are not deleted and not among them. */
  readonly ids: readonly string[]
  /** Brings them back, as long as they have not been removed for good: ten minutes at least. */
  undo(): Promise<void>
}

/** What a person does to runs in the history. Everything rejects where the ledger does. */
export interface RunActions {
  /** An empty name gives the run its own title back. */
  rename(id: string, name: string): Promise<void>
  setVerdict(id: string, verdict: Verdict | undefined): Promise<void>
  /** An empty note removes it. */
  setNote(id: string, note: string): Promise<void>
  /** Empty tags and repeated ones are left out. */
  setTags(id: string, tags: readonly string[]): Promise<void>
  /** What the picture with that hash shows; an empty text removes it. */
  setAlt(id: string, sha256: string, text: string): Promise<void>
  remove(ids: readonly string[]): Promise<Removal>
}

export function createRunActions({ ledger, clock }: Pick<RunTools, 'ledger' | 'clock'>): RunActions {
  async function change(ids: readonly string[], edit: (row: RunRow) => RunRow): Promise<readonly RunRow[]> {
    return await (await ledger.history()).change(ids, edit)
  }
  return {
    async rename(id, name) {
      await change([id], ({ name: _, ...row }) => ({ ...row, ...(name.trim() !== '' && { name: name.trim() }) }))
    },
    async setVerdict(id, verdict) {
      await change([id], ({ verdict: _, ...row }) => ({ ...row, ...(verdict !== undefined && { verdict }) }))
    },
    async setNote(id, note) {
      await change([id], ({ note: _, ...row }) => ({ ...row, ...(note.trim() !== '' && { note: note.trim() }) }))
    },
    async setTags(id, tags) {
      const clean = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
      await change([id], ({ tags: _, ...row }) => ({ ...row, ...(clean.length > 0 && { tags: clean }) }))
    },
    async setAlt(id, sha256, text) {
      await change([id], ({ alts: { [sha256]: _, ...others } = {}, ...row }) => {
        const alts = { ...others, ...(text.trim() !== '' && { [sha256]: text.trim() }) }
        return { ...row, ...(Object.keys(alts).length > 0 && { alts }) }
      })
    },
    async remove(ids) {
      const deleted = clock.now()
      const rows = await change(ids, (row) => (row.open === undefined ? { ...row, deleted } : row))
      const gone = rows.filter((row) => row.deleted === deleted).map((row) => row.id)
      return {
        ids: gone,
        async undo() {
          await change(gone, ({ deleted: _, ...row }) => row)
        },
      }
    },
  }
}
