import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../http/http-replies.ts'
import { makeFolder } from '../runtime/disk.ts'

/** Reads a stored reply from any offset, while it grows and after it was erased. */
export interface StoredReader {
  /** The next bytes from `from` on, 64 KB at most; empty at the end. */
  read(from: number): Uint8Array
  /** Idempotent: called at the end of a reply and when its client disconnects. */
  close(): void
}

/** Append-only bytes that can be read while they grow. */
export interface StoredReply {
  readonly size: number
  /** The number of its bytes held in memory, which are lost when the process ends. */
  readonly inMemory: number
  /** Throws where there is no room; what was added before stays readable. */
  append(bytes: Uint8Array): void
  /** Throws when the recording of an earlier process was removed. */
  open(): StoredReader
  finish(): void
  /** Frees its room after the last reader has closed. */
  erase(): void
}

interface MemoryRoom {
  /** Throws where the budget does not allow so many more bytes. */
  take(bytes: number): void
  give(bytes: number): void
}

export function createMemoryRoom(most: number): MemoryRoom {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > most) throw new RangeError(`all stored replies in memory together hold ${most} bytes`)
      taken += bytes
    },
    give(bytes) {
      taken -= bytes
    },
  }
}

const pieceSize = 64 * 1024

/** A reply in memory, which lasts as long as the process. */
export function replyInMemory(room: MemoryRoom): StoredReply {
  let buffer = Buffer.alloc(0)
  let size = 0
  let isErased = false
  let readers = 0

  function freeUnread() {
    if (!isErased || readers > 0) return
    room.give(size)
    buffer = Buffer.alloc(0)
    size = 0
  }

  return {
    get size() {
      return size
    },
    get inMemory() {
      return size
    },
    append(bytes) {
      room.take(bytes.length)
      if (size + bytes.length > buffer.length) {
        buffer = Buffer.concat([buffer], Math.max(buffer.length * 2, size + bytes.length))
      }
      buffer.set(bytes, size)
      size += bytes.length
    },
    open() {
      readers += 1
      return {
        read: (from) => buffer.subarray(from, Math.min(size, from + pieceSize)),
        close: once(() => {
          readers -= 1
          freeUnread()
        }),
      }
    },
    finish() {},
    erase() {
      if (isErased) return
      isErased = true
      freeUnread()
    },
  }
}

/** Writes some of the bytes at an offset in a file; gives their number. */
type Write = (file: number, bytes: Uint8Array, at: number) => number

const writeToDisk: Write = (file, bytes, at) => writeSync(file, bytes, 0, bytes.length, at)

/**
 * A reply in a file of its own: `new` truncates the file, `kept` reads that of an earlier process. What cannot be written is held in
 * memory, so that a full disk does not lose the reply that is arriving.
 * Reads and writes are synchronous: they end in the page cache, and keep their order without a queue.
 */
export function replyInFile(
  path: string,
  start: 'new' | 'kept',
  room: MemoryRoom,
  write: Write = writeToDisk,
): StoredReply {
  let file: number | undefined = start === 'new' ? openSync(path, 'w+', 0o600) : openSync(path, 'r')
  /** The writer, if any, and the readers. The file stays open meanwhile, so that it remains readable when it is unlinked. */
  let users = 1
  let isFinished = false
  let isErased = false
  let onDisk = fstatSync(file).size
  let rest: { readonly stored: StoredReply; readonly reader: StoredReader } | undefined
  /** The newest chunk, which followers read next: a cache. */
  let newest: { readonly at: number; readonly bytes: Uint8Array } | undefined

  function leave() {
    users -= 1
    if (users > 0) return
    if (file !== undefined) closeSync(file)
    file = undefined
    if (isErased) rest?.reader.close()
  }

  function finish() {
    if (isFinished) return
    isFinished = true
    newest = undefined
    leave()
  }

  /** False where not all of it was written. */
  function isWritten(file: number, bytes: Uint8Array): boolean {
    try {
      for (let done = 0; done < bytes.length; ) done += write(file, bytes.subarray(done), onDisk + done)
      return true
    } catch {
      return false
    }
  }

  function append(bytes: Uint8Array): void {
    if (isFinished || file === undefined) throw new TypeError('the stored reply is finished')
    if (!rest && isWritten(file, bytes)) {
      newest = bytes.length <= pieceSize ? { at: onDisk, bytes } : undefined
      onDisk += bytes.length
      return
    }
    if (!rest) {
      const stored = replyInMemory(room)
      rest = { stored, reader: stored.open() }
    }
    rest.stored.append(bytes)
  }

  function read(from: number): Uint8Array {
    if (rest && from >= onDisk) return rest.reader.read(from - onDisk)
    if (newest && from >= newest.at) return newest.bytes.subarray(from - newest.at)
    const piece = Buffer.allocUnsafe(Math.max(0, Math.min(onDisk - from, pieceSize)))
    if (piece.length === 0 || file === undefined) return piece.subarray(0, 0)
    return piece.subarray(0, readSync(file, piece, 0, piece.length, from))
  }

  if (start === 'kept') finish()
  return {
    get size() {
      return onDisk + (rest?.stored.size ?? 0)
    },
    get inMemory() {
      return rest?.stored.size ?? 0
    },
    append,
    open() {
      file ??= openSync(path, 'r')
      users += 1
      return { read, close: once(leave) }
    },
    finish,
    erase() {
      if (isErased) return
      isErased = true
      rmSync(path, { force: true })
      rest?.stored.erase()
      users += 1
      finish()
      leave()
    },
  }
}

export interface ReplyStorage {
  make(id: string): StoredReply
  /** The reply that an earlier process recorded for this id, if it still exists. */
  reopen(id: string): StoredReply | undefined
}

/** The memory budget of replies that cannot be written. */
const memoryBytes = 256 * 1024 * 1024

export function memoryStorage(): ReplyStorage {
  const room = createMemoryRoom(memoryBytes)
  return { make: () => replyInMemory(room), reopen: () => undefined }
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
export function fileStorage(folder: string, now: number): ReplyStorage {
  makeFolder(folder)
  removeForgotten(folder, now)
  const room = createMemoryRoom(memoryBytes)
  const pathOf = (id: string) => join(folder, createHash('sha256').update(id).digest('hex'))
  return {
    make(id) {
      try {
        makeFolder(folder)
        return replyInFile(pathOf(id), 'new', room)
      } catch {
        return replyInMemory(room)
      }
    },
    reopen(id) {
      try {
        return replyInFile(pathOf(id), 'kept', room)
      } catch {
        return undefined
      }
    },
  }
}
