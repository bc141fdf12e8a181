import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Bytes that are only added to, and can be read while they grow. */
export interface Tape {
  readonly size: number
  append(bytes: Uint8Array): void
  /** The next bytes from `from` on, 64 KB at most; empty at the end. */
  read(from: number): Uint8Array
  /** No more will be added. */
  finish(): void
  erase(): void
}

const pieceSize = 64 * 1024

/** A tape that lives as long as the process. */
export function memoryTape(): Tape {
  let buffer = Buffer.alloc(0)
  let size = 0
  return {
    get size() {
      return size
    },
    append(bytes) {
      if (size + bytes.length > buffer.length) {
        buffer = Buffer.concat([buffer], Math.max(buffer.length * 2, size + bytes.length))
      }
      buffer.set(bytes, size)
      size += bytes.length
    },
    read: (from) => buffer.subarray(from, Math.min(size, from + pieceSize)),
    finish() {},
    erase() {
      buffer = Buffer.alloc(0)
      size = 0
    },
  }
}

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

/**
 * A tape in a file of its own: `new` starts it afresh, `kept` reads what an earlier process left.
 * Reading and writing are synchronous: they end in the system's page cache, and order then needs no queue.
 */
export function fileTape(path: string, start: 'new' | 'kept'): Tape {
  let file = start === 'new' ? openSync(path, 'w+', 0o600) : undefined
  let size = file === undefined ? withFile(path, (one) => fstatSync(one).size) : 0

  function close() {
    if (file !== undefined) closeSync(file)
    file = undefined
  }

  return {
    get size() {
      return size
    },
    append(bytes) {
      if (file === undefined) throw new TypeError('the tape is finished')
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      size += bytes.length
    },
    read(from) {
      const piece = Buffer.allocUnsafe(Math.max(0, Math.min(size - from, pieceSize)))
      if (piece.length === 0) return piece
      const fill = (one: number) => readSync(one, piece, 0, piece.length, from)
      return piece.subarray(0, file === undefined ? withFile(path, fill) : fill(file))
    },
    finish: close,
    erase() {
      close()
      rmSync(path, { force: true })
    },
  }
}
