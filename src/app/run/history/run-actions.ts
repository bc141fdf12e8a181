import { useMemo } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { withJobOpen, withoutOpen } from '../../ledger/admit-run.ts'
import type { RunRow, Verdict } from '../../ledger/run-row.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import type { Conversation } from './stored-conversations.ts'

/** A change of what the person said of a conversation; an empty title restores its own. */
export interface ConversationChange {
  readonly title?: string
  readonly place?: Conversation['place']
}

/** A change of several runs that can be reverted. */
export interface RunChange {
  /** The runs that were changed. */
  readonly ids: readonly string[]
  /** Reverts the change of each run that was not changed in the same respect since. */
  undo(): Promise<void>
}

/** A verdict, or a tag to set or remove. */
export type Mark =
  | { readonly kind: 'verdict'; readonly verdict: Verdict | undefined }
  | { readonly kind: 'tag'; readonly tag: string; readonly isSet: boolean }

/** Rows changed in one transaction: a run that is started meanwhile waits for its end. */
const batch = 200

/** Changes that people make to stored runs. All of them reject where the ledger does. */
export function createRunActions({ ledger, clock }: Pick<RunTools, 'ledger' | 'clock'>) {
  async function change(ids: readonly string[], edit: (row: RunRow) => RunRow): Promise<readonly RunRow[]> {
    const history = await ledger.history()
    const rows: RunRow[] = []
    for (let at = 0; at < ids.length; at += batch) rows.push(...(await history.change(ids.slice(at, at + batch), edit)))
    return rows
  }
  return {
    /** An empty name restores the run's own title. */
    async rename(id: string, name: string): Promise<void> {
      await change([id], ({ name: _, ...row }) => ({ ...row, ...(name.trim() !== '' && { name: name.trim() }) }))
    },
    async setVerdict(id: string, verdict: Verdict | undefined): Promise<void> {
      await change([id], withVerdict(verdict))
    },
    async changeConversation({ runs: [first, ...others] }: Conversation, edit: ConversationChange): Promise<void> {
      const facts = others.find((row) => row.conversation !== undefined)?.conversation
      await change([first.id], (row) => withConversation(row, edit, row.conversation ?? facts))
    },
    /** An empty note removes it. */
    async setNote(id: string, note: string): Promise<void> {
      await change([id], ({ note: _, ...row }) => ({ ...row, ...(note.trim() !== '' && { note: note.trim() }) }))
    },
    /** Sets the description of the picture with that hash; an empty text removes it. */
    async setAlt(id: string, sha256: string, text: string): Promise<void> {
      await change([id], ({ alts: { [sha256]: _, ...others } = {}, ...row }) => {
        const alts = { ...others, ...(text.trim() !== '' && { [sha256]: text.trim() }) }
        return { ...row, ...(Object.keys(alts).length > 0 && { alts }) }
      })
    },
    async mark(ids: readonly string[], mark: Mark): Promise<RunChange> {
      const before = new Map<string, RunRow>()
      await change(ids, (row) => {
        if (isMarked(row, mark)) return row
        before.set(row.id, row)
        return marked(row, mark)
      })
      return {
        ids: [...before.keys()],
        async undo() {
          await change([...before.keys()], (row) =>
            isMarked(row, mark) ? unmarked(row, mark, before.get(row.id)) : row,
          )
        },
      }
    },
    /** Deletes runs, except open ones and those that hold an intent. `undo` works until they are purged: for at least ten minutes. */
    async remove(ids: readonly string[]): Promise<RunChange> {
      const deleted = clock.now()
      const rows = await change(ids, (row) => (isHeld(row) ? row : { ...withoutOpen(row), deleted }))
      const gone = rows.filter((row) => row.deleted === deleted).map((row) => row.id)
      return {
        ids: gone,
        async undo() {
          await change(gone, ({ deleted: _, ...row }) =>
            isJob(row.status) && row.intent !== '' ? withJobOpen(row) : row,
          )
        },
      }
    },
  }
}

/** The row of a conversation's first run after a change. `facts`: those before it. */
export function withConversation(row: RunRow, change: ConversationChange, facts: RunRow['conversation'] = {}): RunRow {
  const { title = facts.title, place = facts.pinned === undefined ? 'usual' : 'pinned' } = change
  const { conversation: _, ...others } = row
  const next = {
    ...(title !== undefined && title.trim() !== '' && { title: title.trim() }),
    ...(place === 'pinned' && { pinned: 'yes' as const }),
  }
  return { ...others, ...(Object.keys(next).length > 0 && { conversation: next }) }
}

/** A row that holds an intent is not deleted, since it would block equal requests invisibly. Deleting a run gives its job up. */
const isHeld = (row: RunRow) => row.open !== undefined && !isJob(row.status)

const withVerdict =
  (verdict: Verdict | undefined) =>
  ({ verdict: _, ...row }: RunRow): RunRow => ({ ...row, ...(verdict !== undefined && { verdict }) })

function withTags({ tags: _, ...row }: RunRow, tags: readonly string[]): RunRow {
  return { ...row, ...(tags.length > 0 && { tags }) }
}

function isMarked(row: RunRow, mark: Mark): boolean {
  if (mark.kind === 'verdict') return row.verdict === mark.verdict
  return (row.tags ?? []).includes(mark.tag) === mark.isSet
}

function marked(row: RunRow, mark: Mark): RunRow {
  if (mark.kind === 'verdict') return withVerdict(mark.verdict)(row)
  const others = (row.tags ?? []).filter((tag) => tag !== mark.tag)
  return withTags(row, mark.isSet ? [...others, mark.tag] : others)
}

/** Reverts a mark; a removed tag returns to its position. */
function unmarked(row: RunRow, mark: Mark, before: RunRow | undefined): RunRow {
  if (mark.kind === 'verdict') return withVerdict(before?.verdict)(row)
  if (mark.isSet) return marked(row, { ...mark, isSet: false })
  const place = before?.tags?.indexOf(mark.tag) ?? -1
  return withTags(row, (row.tags ?? []).toSpliced(Math.max(place, 0), 0, mark.tag))
}

/** The same of the page's runs. */
export const runActionsOf = (runs: Runs) => createRunActions(toolsOf(runs))

/** They keep their identity. */
export function useRunActions() {
  const runs = useRuns()
  return useMemo(() => runActionsOf(runs), [runs])
}
