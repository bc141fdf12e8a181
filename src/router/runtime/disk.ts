import {
  closeSync,
  existsSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Makes a folder and its missing parents, with mode 0700. Node's recursive `mkdir` never returns for a path below `/proc`. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (thrown) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw thrown
  }
}

/**
 * Names the time since this machine was started: what a killed process has written to a file is there as long as it is the same, synced
 * or not. Undefined where the system has no such name, which only Linux has.
 */
function currentBoot(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

export const bootId = currentBoot()

/** The file operations that fail on a full or broken disk; replaced in tests. Each throws or rejects as Node does. */
export interface Disk {
  /** Opens for appending. A new file's directory entry is synced before it returns. */
  open(path: string): number
  /** Appends some of the bytes, and returns how many. */
  write(file: number, bytes: Uint8Array): number
  truncate(file: number, size: number): void
  sync(file: number): Promise<void>
}

const syncFile = promisify(fsync)

function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    // Windows cannot open folders.
  }
}

export const systemDisk: Disk = {
  open(path) {
    const file = openSync(path, 'a', 0o600)
    syncFolder(dirname(path))
    return file
  },
  write: (file, bytes) => writeSync(file, bytes),
  truncate: ftruncateSync,
  sync: syncFile,
}
