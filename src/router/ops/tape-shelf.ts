import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { fileTape, memoryTape, type Tape } from './tape.ts'

/** Where the replies of operations are recorded. */
export interface TapeShelf {
  make(id: string): Tape
  /** What an earlier process recorded under this id, where it is still there. */
  reopen(id: string): Tape | undefined
}

/** For a router that cannot write. */
export const memoryShelf: TapeShelf = { make: memoryTape, reopen: () => undefined }

/** Longer than any result is kept: what is older was left behind by a crash. */
const forgottenMs = 2 * 86_400_000

function removeForgotten(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < now - forgottenMs) rmSync(path, { force: true })
  }
}

/** Keeps every reply in a file of its own. The file's name is a hash of the id: what a client writes never becomes a path. */
export function fileShelf(folder: string, now: number): TapeShelf {
  makeFolder(folder)
  removeForgotten(folder, now)
  const pathOf = (id: string) => join(folder, createHash('sha256').update(id).digest('hex'))
  return {
    make: (id) => fileTape(pathOf(id), 'new'),
    reopen(id) {
      try {
        return fileTape(pathOf(id), 'kept')
      } catch {
        return undefined
      }
    },
  }
}
