import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../disk.ts'
import { createMemoryRoom, fileTape, memoryTape, type Tape } from './tape.ts'

/** Where the replies of operations are recorded. */
export interface TapeShelf {
  make(id: string): Tape
  /** What an earlier process recorded under this id, where it is still there. */
  reopen(id: string): Tape | undefined
}

/** What all replies may take in memory together, where they cannot be written. */
const memoryBytes = 256 * 1024 * 1024

/** For a router that cannot write. */
export function memoryShelf(): TapeShelf {
  const room = createMemoryRoom(memoryBytes)
  return { make: () => memoryTape(room), reopen: () => undefined }
}

/** Longer than any result is kept: what is older was left behind by a crash. */
const forgottenMs = 2 * 86_400_000

function removeForgotten(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < now - forgottenMs) rmSync(path, { force: true })
  }
}

/**
 * Keeps every reply in a file of its own. The file's name is a hash of the id: what a client writes never becomes a path.
 * A folder that was removed meanwhile is made again; where no file can be made, the reply is held in memory.
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
