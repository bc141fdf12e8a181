import { randomUUID } from 'node:crypto'
import { openAsBlob, rmdirSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../runtime/disk.ts'
import { busy, RouterError } from './router-error.ts'

const MB = 1024 * 1024

/** Bytes of all open requests together, in memory and in files. */
const defaultLimits = { memory: 256 * MB, disk: 8192 * MB }

/** A file on disk that is written while its upload arrives. */
export interface GrowingFile {
  write(bytes: Uint8Array): Promise<void>
  /** Closes the file. The Blob reads it from disk, in chunks, until `release`. */
  toBlob(type: string): Promise<Blob>
}

/** The memory and files that one request takes while it is read and answered. */
export interface Holding {
  /** Counts bytes held in memory. Throws a 503 when all requests together would hold too many. */
  keep(bytes: number): void
  createFile(): Promise<GrowingFile>
  readonly hasFiles: boolean
  /** Returns the budget and deletes the files. Idempotent; never rejects. */
  readonly release: () => Promise<void>
}

/** Limits the memory and disk space of all open requests together. */
export interface Intake {
  open(): Holding
}

const tooMuch = () => busy('busy', 'The router is receiving too much data at once. Try again in a few seconds.')

const notWritten = () =>
  new RouterError(503, 'disk_failed', 'The router cannot write uploaded files to its disk. The disk may be full.', {
    retry: 'safe',
  })

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw notWritten()
  })

function removeFolder(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Not empty, or already removed.
  }
}

function createMeasure(most: number) {
  let used = 0
  return {
    add(bytes: number) {
      if (used + bytes > most) throw tooMuch()
      used += bytes
    },
    subtract(bytes: number) {
      used -= bytes
    },
  }
}

interface IntakeOptions {
  /** For the files. Created with the first of them; no other process may use it. */
  readonly folder?: string
  readonly limits?: typeof defaultLimits
}

/** For routers without a data folder. */
const ownTemporaryFolder = () => join(tmpdir(), `patchbay-${process.pid}-${randomUUID()}`)

export function createIntake({ folder = ownTemporaryFolder(), limits = defaultLimits }: IntakeOptions = {}): Intake {
  const memory = createMeasure(limits.memory)
  const disk = createMeasure(limits.disk)
  let filesOfAll = 0

  function openHolding(): Holding {
    const files = new Map<string, FileHandle>()
    const held = { memory: 0, disk: 0 }

    async function openFile(path: string): Promise<FileHandle> {
      filesOfAll += 1
      try {
        makeFolder(folder)
        return await open(path, 'wx', 0o600)
      } catch {
        filesOfAll -= 1
        throw notWritten()
      }
    }

    async function createFile(): Promise<GrowingFile> {
      const path = join(folder, randomUUID())
      const file = await openFile(path)
      files.set(path, file)
      return {
        async write(bytes) {
          disk.add(bytes.length)
          held.disk += bytes.length
          await onDisk(file.writeFile(bytes))
        },
        async toBlob(type) {
          await onDisk(file.close())
          return openAsBlob(path, { type })
        },
      }
    }

    return {
      keep(bytes) {
        memory.add(bytes)
        held.memory += bytes
      },
      createFile,
      get hasFiles() {
        return files.size > 0
      },
      async release() {
        const all = [...files]
        files.clear()
        memory.subtract(held.memory)
        disk.subtract(held.disk)
        Object.assign(held, { memory: 0, disk: 0 })
        await Promise.all(
          all.map(async ([path, file]) => {
            await file.close().catch(() => undefined)
            await rm(path, { force: true }).catch(() => undefined)
          }),
        )
        filesOfAll -= all.length
        // Synchronously, since a file that is created next needs the folder.
        if (all.length > 0 && filesOfAll === 0) removeFolder(folder)
      },
    }
  }
  return { open: openHolding }
}
