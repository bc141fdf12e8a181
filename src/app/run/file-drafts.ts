import type { RunTools } from './run-tools.ts'
import type { Runs } from './runs.ts'
import type { StoredDraft } from './stored-draft.ts'
import { toolsOf } from './tools-of.ts'

/** Number of tabs whose drafts are kept; those of the longest unused are deleted. */
const mostTabs = 4

const soon = 200

/** A draft that holds files. */
export interface FileDraft extends Pick<StoredDraft, 'read'> {
  /** As that of a `StoredDraft`; `written` is called when the value, or one that came after it, is in the ledger. */
  write(value: unknown, written?: () => void): void
}

/**
 * Drafts that hold files: stored in the ledger only, one set of `names` for each tab, so that two tabs never overwrite each other's.
 * A tab without a set starts with a copy of the newest one. A write that fails is dropped; after each write `onWritten` receives whether
 * the newest values of all names are stored.
 */
export function openFileDrafts<Name extends string>(
  { ledger, clock, onHide, tab, newId }: Pick<RunTools, 'ledger' | 'clock' | 'onHide' | 'tab' | 'newId'>,
  group: string,
  names: readonly Name[],
  onWritten: (state: 'kept' | 'lost') => void = () => {},
): (name: Name) => FileDraft {
  const own = ownName(tab, group, newId)
  const rowOf = (owner: string, name: Name) => `${group}/${owner}/${name}`
  const owners = async (): Promise<readonly string[]> => {
    const read = await ledger.readDraft(group)
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
  }
  const source = owners().then(
    (all) => (all.includes(own) ? own : all[0]),
    () => undefined,
  )
  let enlisted: Promise<void> | undefined
  const lost = new Set<Name>()

  /** Before this tab's first write: adds a set for it, and deletes the oldest sets. */
  async function enlist(): Promise<void> {
    const from = await source
    if (from !== undefined && from !== own)
      for (const name of names) await ledger.writeDraft(rowOf(own, name), await ledger.readDraft(rowOf(from, name)))
    const all = [own, ...(await owners()).filter((one) => one !== own)]
    await ledger.writeDraft(group, all.slice(0, mostTabs))
    for (const gone of all.slice(mostTabs))
      for (const name of names) await ledger.writeDraft(rowOf(gone, name), undefined)
  }

  return (name) => {
    let waiting: { readonly value: unknown; readonly written: readonly (() => void)[] } | undefined
    let callOff = () => {}
    async function flush(): Promise<void> {
      callOff()
      enlisted ??= enlist().catch(() => {})
      await enlisted
      if (waiting === undefined) return
      const { value, written } = waiting
      waiting = undefined
      await ledger.writeDraft(rowOf(own, name), value).then(
        () => {
          lost.delete(name)
          for (const tell of written) tell()
        },
        () => lost.add(name),
      )
      onWritten(lost.size === 0 ? 'kept' : 'lost')
    }
    onHide(() => waiting && void flush())
    return {
      async read() {
        const owner = await source
        return owner === undefined ? undefined : await ledger.readDraft(rowOf(owner, name)).catch(() => undefined)
      },
      write(value, written) {
        if (waiting === undefined) callOff = clock.after(soon, () => void flush())
        waiting = { value, written: [...(waiting?.written ?? []), ...(written ? [written] : [])] }
      },
    }
  }
}

/** `openFileDrafts` on the ledger of the page's runs. */
export function fileDraftsOf<Name extends string>(
  runs: Runs,
  ...rest: [group: string, names: readonly Name[], onWritten?: (state: 'kept' | 'lost') => void]
): (name: Name) => FileDraft {
  return openFileDrafts(toolsOf(runs), ...rest)
}

/** The id of this tab, kept in its session storage, so that it survives a reload. */
function ownName(tab: RunTools['tab'], group: string, newId: () => string): string {
  const fresh = newId()
  try {
    const known = tab?.getItem(`patchbay.tab.${group}`)
    if (known) return known
    tab?.setItem(`patchbay.tab.${group}`, fresh)
  } catch {
    // Forbidden: after a reload the tab counts as a new one.
  }
  return fresh
}
