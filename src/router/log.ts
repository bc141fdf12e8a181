import type { Writable } from 'node:stream'

/** Writes one line of the log. */
export type Log = (line: string) => void

const secretShapes = [/\bsk-[\w-]{6,}/g, /\bBearer\s+[^\s"',;]+/gi]

/** A log that never shows a secret: neither the configured ones nor anything that looks like a key. */
export function redacting(log: Log, secrets: readonly string[]): Log {
  return (line) => {
    const known = secrets
      .filter((secret) => secret !== '')
      .reduce((text, one) => text.replaceAll(one, '[secret]'), line)
    log(secretShapes.reduce((text, shape) => text.replace(shape, '[secret]'), known))
  }
}

/** How many bytes of the log may wait for somebody to read them. */
const mostWaiting = 1024 * 1024

/**
 * A log on a stream that may have no reader. While one reads too slowly lines are left out, which would else pile up in memory; after an
 * error, such as that of a closed pipe, nothing more is written: each try would cost as much as a request and fail again.
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
    if (leftOut > 0) stream.write(`Nobody read the log: ${leftOut} lines were left out here.\n`)
    leftOut = 0
    stream.write(`${line}\n`)
  }
}
