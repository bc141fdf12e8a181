import type { Writable } from 'node:stream'

/** Writes one line of the log. */
export type Log = (line: string) => void

const secretShapes = [/\bsk-[\w-]{6,}/g, /\bBearer\s+[^\s"',;]+/gi]

/** Replaces the configured secrets, and anything that has the shape of a key, by `[secret]`. */
export function redacting(log: Log, secrets: readonly string[]): Log {
  return (line) => {
    const known = secrets
      .filter((secret) => secret !== '')
      .reduce((text, one) => text.replaceAll(one, '[secret]'), line)
    log(secretShapes.reduce((text, shape) => text.replace(shape, '[secret]'), known))
  }
}

/** The largest backlog of the stream in bytes. */
const mostWaiting = 1024 * 1024

/**
 * A log on a stream that may have a slow reader or none. Lines are dropped while the backlog exceeds `mostWaiting`, which bounds the
 * memory. After an error, such as a closed pipe, nothing more is written: each attempt would cost as much as a request and fail again.
 */
export function writingTo(stream: Writable): Log {
  let isBroken = false
  let leftOut = 0
  stream.on('error', () => {
    isBroken = true
  })
  return (line) => {
    if (isBroken) return
    if (stream.writableLength > mostWaiting) {
      leftOut += 1
      return
    }
    if (leftOut > 0) stream.write(`${leftOut} log lines were dropped here, as the output was blocked.\n`)
    leftOut = 0
    stream.write(`${line}\n`)
  }
}
