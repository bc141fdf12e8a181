import { closeSync, fstatSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { jsonIn } from '#contract/core/loose-json.ts'
import { type Disk, makeFolder, systemDisk } from '../runtime/disk.ts'
import type { Clock } from '../runtime/system-clock.ts'

/** An append-only file of lines, in which a partially written line does not corrupt others. */
interface LineFile {
  /** Whether the path still refers to this file: neither it nor its folder was removed or moved. */
  readonly isThere: boolean
  /** Throws where not all of it was written; then nothing or a partial line was added. */
  add(lines: readonly string[]): void
  /** Resolves when all earlier additions are synced to disk. */
  safe(): Promise<void>
  close(): void
}

interface Waiting {
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Opens a file of lines, to which other processes may append as well. Every addition begins with a line feed, which ends a partial line
 * left by a crash, a full disk or another process.
 */
function openLineFile(path: string, disk: Disk = systemDisk): LineFile {
  const file = disk.open(path)
  const { ino } = fstatSync(file)
  let waiting: Waiting[] = []
  let isSyncing = false
  let isClosed = false

  /** Truncates the written part of a failed addition, unless another process has appended behind it. */
  function takeBack(before: number, written: number): void {
    try {
      if (fstatSync(file).size === before + written) disk.truncate(file, before)
    } catch {
      // The partial line stays; the next addition starts a new one.
    }
  }

  /** One sync at a time, shared by all callers. */
  async function syncAll(): Promise<void> {
    isSyncing = true
    while (waiting.length > 0) {
      const settled = waiting
      waiting = []
      try {
        await disk.sync(file)
        for (const one of settled) one.resolve()
      } catch (thrown) {
        // A failed sync may have dropped pages written meanwhile, which the next sync does not report.
        for (const one of [...settled, ...waiting.splice(0)]) one.reject(thrown)
      }
    }
    isSyncing = false
    if (isClosed) closeSync(file)
  }

  return {
    get isThere() {
      return statSync(path, { throwIfNoEntry: false })?.ino === ino
    },
    add(lines) {
      const bytes = Buffer.from(lines.map((line) => `\n${line}\n`).join(''))
      const before = fstatSync(file).size
      let written = 0
      try {
        while (written < bytes.length) written += disk.write(file, bytes.subarray(written))
      } catch (thrown) {
        takeBack(before, written)
        throw thrown
      }
    },
    safe() {
      const done = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
      if (!isSyncing) void syncAll()
      return done
    },
    close() {
      isClosed = true
      if (!isSyncing) closeSync(file)
    },
  }
}

const JournalEntry = z.discriminatedUnion('kind', [
  /** Synced to disk before the request goes to a provider. */
  z.object({
    kind: z.literal('begin'),
    id: z.string(),
    at: z.number(),
    digest: z.string(),
    boot: z.optional(z.string()),
  }),
  /** Written before the first byte leaves for a provider, and not synced: within the same boot its absence proves that none left. */
  z.object({ kind: z.literal('sending'), id: z.string() }),
  z.object({
    kind: z.literal('head'),
    id: z.string(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('end'), id: z.string(), how: z.enum(['whole', 'cut', 'stopped']), size: z.number() }),
  /** A stop by the client, perhaps before its request arrived. */
  z.object({ kind: z.literal('stop'), id: z.string(), at: z.number() }),
])

export type JournalEntry = z.infer<typeof JournalEntry>

export interface Journal {
  /**
   * Whether the entry was written. Never throws: without its entry an operation is `unknown` after a restart, so that it is never sent
   * twice.
   */
  append(entry: JournalEntry): boolean
  /** Throws when the entry could not be written. It survives the process, but not a failure of the machine. */
  write(entry: JournalEntry): void
  /** Resolves when the entry is synced to disk, rejects when it could not be written. */
  appendSafely(entry: JournalEntry): Promise<void>
  /** Gives the entries for a new journal, should its file be removed while the router runs. */
  onLost(known: () => readonly JournalEntry[]): void
}

/** For a router without a data folder: nothing survives a restart. */
export const noJournal: Journal = {
  append: () => false,
  write: () => {},
  appendSafely: async () => {},
  onLost: () => {},
}

const dayMs = 86_400_000
const dayFile = /^ops-(\d{4}-\d{2}-\d{2})\.jsonl$/
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const parsed = (line: string): JournalEntry | readonly [] => z.safeParse(JournalEntry, jsonIn(line)).data ?? []

/** All entries of yesterday and today. Lines that do not parse are skipped. */
function readEntries(folder: string): JournalEntry[] {
  const files = readdirSync(folder).filter((name) => dayFile.test(name))
  return files.sort().flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').flatMap(parsed))
}

/** Removes files older than yesterday's, since results are kept for a day. */
function removeOldDays(folder: string, now: number): void {
  const oldest = dayOf(now - dayMs)
  for (const name of readdirSync(folder)) {
    const day = dayFile.exec(name)?.[1]
    if (day !== undefined && day < oldest) unlinkSync(join(folder, name))
  }
}

const openDay = (folder: string, day: string, disk?: Disk) => openLineFile(join(folder, `ops-${day}.jsonl`), disk)

/**
 * Opens the journal in `folder`: one append-only file a day, so that a crash at any moment leaves it readable. Gives its entries so far.
 * Throws when the folder cannot be written. `claim` is called before each later opening of a file, since the folder may have been
 * replaced; it throws where another router has claimed it.
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
    write,
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
