import { closeSync, fstatSync, statSync } from 'node:fs'
import { type Disk, systemDisk } from '../disk.ts'

/** An append-only file of lines, in which a partially written line does not corrupt others. */
export interface LineFile {
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
export function openLineFile(path: string, disk: Disk = systemDisk): LineFile {
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
