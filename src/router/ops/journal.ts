import { readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { type Disk, makeFolder } from '../disk.ts'
import { openLineFile } from './line-file.ts'

const JournalEntry = z.discriminatedUnion('kind', [
  /** Written, and safe on disk, before a provider hears of the request. */
  z.object({ kind: z.literal('begin'), id: z.string(), at: z.number(), digest: z.string() }),
  z.object({
    kind: z.literal('head'),
    id: z.string(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('end'), id: z.string(), how: z.enum(['whole', 'cut', 'stopped']), size: z.number() }),
  /** The client said stop, perhaps before its request had come. */
  z.object({ kind: z.literal('stop'), id: z.string(), at: z.number() }),
])

export type JournalEntry = z.infer<typeof JournalEntry>

/** What happened to the operations, in order. */
export interface Journal {
  /**
   * Whether the entry was written. It never throws: an entry that could not be written leaves its operation unknown after a restart, which
   * is the careful side.
   */
  append(entry: JournalEntry): boolean
  /** Resolves when the entry would survive a power cut, rejects when it could not be written. */
  appendSafely(entry: JournalEntry): Promise<void>
  /** Where the journal is removed while the router runs, it is begun anew with what `known` gives. */
  onLost(known: () => readonly JournalEntry[]): void
}

/** For a router that cannot write: nothing is remembered beyond its own life. */
export const noJournal: Journal = { append: () => false, appendSafely: async () => {}, onLost: () => {} }

const dayMs = 86_400_000
const dayFile = /^ops-(\d{4}-\d{2}-\d{2})\.jsonl$/
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function parsed(line: string): JournalEntry[] {
  try {
    const result = z.safeParse(JournalEntry, JSON.parse(line))
    return result.success ? [result.data] : []
  } catch {
    return []
  }
}

/** All entries of yesterday and today. A line that a crash tore, or that anything else spoilt, costs that line only. */
function readEntries(folder: string): JournalEntry[] {
  const files = readdirSync(folder).filter((name) => dayFile.test(name))
  return files.sort().flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').flatMap(parsed))
}

/** Results are kept for a day, so the day before yesterday is of no use any more. */
function removeOldDays(folder: string, now: number): void {
  const oldest = dayOf(now - dayMs)
  for (const name of readdirSync(folder)) {
    const day = dayFile.exec(name)?.[1]
    if (day !== undefined && day < oldest) unlinkSync(join(folder, name))
  }
}

const openDay = (folder: string, day: string, disk?: Disk) => openLineFile(join(folder, `ops-${day}.jsonl`), disk)

/**
 * Opens the journal in `folder`: one file a day, to which lines are only ever added, so that two routers may share the folder and a crash
 * at any moment leaves a readable journal. Gives what is in it so far. Throws when the folder cannot be written.
 * `claim` is called before a file is opened later on, as the folder may be a new one by then; it throws where that is another router's.
 */
export function openJournal(
  folder: string,
  clock: Clock,
  disk?: Disk,
  claim: () => void = () => {},
): { journal: Journal; entries: readonly JournalEntry[] } {
  let today = dayOf(clock.now())
  let file = openDay(folder, today, disk)
  let known = (): readonly JournalEntry[] => []
  let isLost = false
  removeOldDays(folder, clock.now())

  function turnTo(day: string): void {
    makeFolder(folder)
    claim()
    const next = openDay(folder, day, disk)
    file.close()
    file = next
    today = day
    removeOldDays(folder, clock.now())
  }

  function write(entry: JournalEntry): void {
    const day = dayOf(clock.now())
    const isThere = file.isThere
    isLost ||= !isThere
    if (day !== today || !isThere) turnTo(day)
    file.add([...(isLost ? known() : []), entry].map((one) => JSON.stringify(one)))
    isLost = false
  }

  const journal: Journal = {
    append(entry) {
      try {
        write(entry)
        return true
      } catch {
        return false
      }
    },
    async appendSafely(entry) {
      write(entry)
      await file.safe()
    },
    onLost(given) {
      known = given
    },
  }
  return { journal, entries: readEntries(folder) }
}
