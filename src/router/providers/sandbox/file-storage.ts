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
