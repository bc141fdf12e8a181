import { existsSync, mkdirSync, openAsBlob, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStorage } from './file-storage.ts'

const unfinished = '.part'

/** Files in a folder, which is created with the first of them. What a crash left half written is not listed, and removed. */
export function filesInFolder(folder: string): FileStorage {
  return {
    names() {
      if (!existsSync(folder)) return []
      const all = readdirSync(folder)
      for (const name of all) if (name.endsWith(unfinished)) rmSync(join(folder, name), { force: true })
      return all.filter((name) => !name.endsWith(unfinished))
    },
    async write(name, bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, name)
      const file = await open(path + unfinished, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(path + unfinished, path)
    },
    read: (name) => openAsBlob(join(folder, name)).catch(() => undefined),
    remove: (name) => rmSync(join(folder, name), { force: true }),
  }
}
