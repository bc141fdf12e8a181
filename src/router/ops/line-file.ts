import { closeSync, fstatSync, statSync } from 'node:fs'
import { type Disk, systemDisk } from '../disk.ts'

/** A file of lines that are only ever added: each is there as a whole, or as a torn line of its own. */
export interface LineFile {
  /** Whether the file is still found under its path: neither it nor its folder was removed or moved. */
  readonly isThere: boolean
  /** Throws where the disk does not take all of it; then nothing, or a torn line, was added. */
  add(lines: readonly string[]): void
  /** Resolves when everything that was added before would survive a power cut. */
  safe(): Promise<void>
  close(): void
}

interface Waiting {
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Opens a file of lines, which other processes may add to as well. Every addition begins with a line break: whatever was torn before it,
 * by a crash, a full disk or another process, ends there.
 */
export function openLineFile(path: string, disk: Disk = systemDisk): LineFile {
  const file = disk.open(path)
  const { ino } = fstatSync(file)
  let waiting: Waiting[] = []
  let isSyncing = false
  let isClosed = false

  /** Takes back the part of an addition that was written before the disk failed, unless somebody has added behind it. */
  function takeBack(before: number, written: number): void {
    try {
      if (fstatSync(file).size === before + written) disk.truncate(file, before)
    } catch {
      // The torn line stays; the next addition starts a line of its own.
    }
  }

  /** One sync at a time, for all who wait. */
  async function syncAll(): Promise<void> {
    isSyncing = true
    while (waiting.length > 0) {
      const settled = waiting
      waiting = []
      try {
        await disk.sync(file)
        for (const one of settled) one.resolve()
      } catch (thrown) {
        // A failed sync may have dropped what was added while it ran, and the next one would not report that.
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
