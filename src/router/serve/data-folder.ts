import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../http/router-error.ts'
import { openJournal } from '../ops/journal.ts'
import { createOpStore, type OpStore } from '../ops/op-store.ts'
import { fileStorage } from '../ops/reply-storage.ts'
import { createSharedOps } from '../ops/shared/shared-ops.ts'
import { makeFolder, systemDisk } from '../runtime/disk.ts'
import type { Redis } from '../runtime/redis.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'

export interface DataFolder {
  /** The key that clients need: the configured one, else the one generated at the first start. */
  readonly key: string
  readonly ops: OpStore
  readonly keepsResults: boolean
  /** Generated at the first start; signs the ids of jobs. */
  readonly secret: string
  readonly videos?: string
  /** The folder of large uploads, which are deleted with the end of their request. */
  readonly uploads?: string
  readonly redis?: Redis
  /** Why nothing is kept, or who else can read it, in one sentence. */
  readonly trouble?: string
}

const limits = { total: 2 * 1024 ** 3, one: 256 * 1024 ** 2 }

/** 256 random bits. */
const newSecret = () => randomBytes(32).toString('base64url')
const newKey = () => `pb-${newSecret()}`

function storedText(path: string, shape: RegExp): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return shape.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The text in a file that only the router can read, generated at the first start. */
function kept(path: string, shape: RegExp, generate: () => string): string {
  const stored = storedText(path, shape)
  if (stored !== undefined) return stored
  const made = generate()
  writeFileSync(path, `${made}\n`, { mode: 0o600 })
  // The mode above applies to a new file only.
  chmodSync(path, 0o600)
  return made
}

/** Denies other users access to the folder; returns a sentence where that fails. On Windows file modes mean nothing. */
function close(path: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const isOpen = () => (statSync(path).mode & 0o077) !== 0
  const { uid, mode } = statSync(path)
  // A shared folder, such as /tmp, keeps its mode.
  const isOurs = uid === process.getuid?.() && (mode & 0o1000) === 0
  try {
    if (isOpen() && isOurs) chmodSync(path, 0o700)
  } catch {
    // A file system without modes.
  }
  return isOpen()
    ? `DATA_DIR ${path} is accessible to other users of this machine: use a folder that only the router can read.`
    : undefined
}

/**
 * Claims the folder for this process; where it cannot be used, everything is kept in memory and `trouble` says so. Throws `FolderInUse`
 * where another router has claimed it: two would send the same request twice, and overwrite each other's files. With `redis` the paid
 * requests are kept there.
 */
export function openDataFolder(path: string, givenKey: string | undefined, clock: Clock, redis?: Redis): DataFolder {
  try {
    makeFolder(path)
    const trouble = close(path)
    const uploads = join(path, 'uploads')
    // Files left by a router that was killed.
    if (lockFolder(path)) rmSync(uploads, { recursive: true, force: true })
    const key = givenKey ?? kept(join(path, 'key'), /^pb-[\w-]{43}$/, newKey)
    const secret = kept(join(path, 'secret'), /^[\w-]{43}$/, newSecret)
    const videos = join(path, 'videos')
    const storage = fileStorage(join(path, 'replies'), clock.now())
    const openOps = () =>
      createOpStore({
        clock,
        ...openJournal(path, clock, systemDisk, () => void lockFolder(path)),
        storage,
        limits,
      })
    const ops = redis ? createSharedOps({ redis, clock, storage, limits }) : openOps()
    return {
      key,
      secret,
      ops,
      keepsResults: true,
      videos,
      uploads,
      ...(redis && { redis }),
      ...(trouble !== undefined && { trouble }),
    }
  } catch (thrown) {
    if (thrown instanceof FolderInUse) throw thrown
    const lost = redis ? 'the sandbox keeps nothing' : 'stored replies are lost when the router stops'
    const trouble = `DATA_DIR ${path} cannot be used (${codeOf(thrown)}): ${lost}.`
    return {
      key: givenKey ?? newKey(),
      secret: newSecret(),
      ops: redis ? createSharedOps({ redis, clock }) : createOpStore({ clock }),
      keepsResults: redis !== undefined,
      ...(redis && { redis }),
      trouble,
    }
  }
}
