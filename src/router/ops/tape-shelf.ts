import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../disk.ts'
import { createMemoryRoom, fileTape, memoryTape, type Tape } from './tape.ts'

/** Opens the tapes on which replies are recorded. */
export interface TapeShelf {
  make(id: string): Tape
  /** The tape that an earlier process recorded for this id, if it still exists. */
  reopen(id: string): Tape | undefined
}

/** The memory budget of replies that cannot be written. */
const memoryBytes = 256 * 1024 * 1024

/** For a router without a data folder. */
export function memoryShelf(): TapeShelf {
  const room = createMemoryRoom(memoryBytes)
  return { make: () => memoryTape(room), reopen: () => undefined }
}

/** Longer than results are kept: an older file was left by a crash. */
const forgottenMs = 2 * 86_400_000

function removeForgotten(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < now - forgottenMs) rmSync(path, { force: true })
  }
}

/**
 * Keeps every reply in a file of its own, named by a hash of the id, so that no client text becomes a path. A removed folder is recreated;
 * where no file can be created, the reply is held in memory.
 */
export function fileShelf(folder: string, now: number): TapeShelf {
  makeFolder(folder)
  removeForgotten(folder, now)
  const room = createMemoryRoom(memoryBytes)
  const pathOf = (id: string) => join(folder, createHash('sha256').update(id).digest('hex'))
  return {
    make(id) {
      try {
        makeFolder(folder)
        return fileTape(pathOf(id), 'new', room)
      } catch {
        return memoryTape(room)
      }
    },
    reopen(id) {
      try {
        return fileTape(pathOf(id), 'kept', room)
      } catch {
        return undefined
      }
    },
  }
}
