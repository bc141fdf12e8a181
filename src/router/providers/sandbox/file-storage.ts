import { existsSync, mkdirSync, openAsBlob, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { jsonIn } from '#contract/core/loose-json.ts'
import { RouterError } from '../../http/router-error.ts'

export interface FileStorage {
  /** The names of all files; none where the storage cannot be read. */
  names(): readonly string[]
  /** Resolves once the whole file is safely on disk; rejects as Node does. An earlier file of the name is replaced at once. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is no such file. */
  read(name: string): Promise<Blob | undefined>
  remove(name: string): void
}

export function filesInMemory(): FileStorage {
  const files = new Map<string, Blob>()
  return {
    names: () => [...files.keys()],
    async write(name, bytes) {
      files.set(name, new Blob([new Uint8Array(bytes)]))
    },
    read: async (name) => files.get(name),
    remove: (name) => void files.delete(name),
  }
}

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

export const notStored = (): RouterError =>
  new RouterError(503, 'disk_failed', 'The sandbox cannot store the job. The disk may be full.', { retry: 'safe' })

/** What a file holds; undefined for one that is missing or damaged. */
export async function readStored<T extends z.core.$ZodType>(
  storage: FileStorage,
  name: string,
  schema: T,
): Promise<z.output<T> | undefined> {
  return z.safeParse(schema, jsonIn((await (await storage.read(name))?.text()) ?? '')).data
}
