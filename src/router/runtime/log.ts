import type { Writable } from 'node:stream'
import { anyOf, secretForms } from '#media/key-mask.ts'
import type { Clock } from './system-clock.ts'

export type Print = (line: string) => void

/** Facts of a log entry in JSON, by the names that they get there. */
export type Facts = Readonly<Record<string, unknown>>

/** Adds an entry to the log: a line for people, and the facts that stand in its place in JSON. */
export type Log = (line: string, facts?: Facts) => void

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/** A log in lines of text, or of JSON objects with `time`, `level` and either the facts or the line as `message`. */
export function createLog(print: Print, format: LogFormat, clock: Clock): Log {
  if (format === 'text') return (line) => print(line)
  return (line, facts = { message: line }) =>
    print(JSON.stringify({ time: new Date(clock.now()).toISOString(), level: 'info', ...facts }))
}

/** Keys by their shape, and the values of headers that carry one, also within JSON in JSON. */
const secretShapes = [
  /\b(?:xi?-)?(?:goog-)?api-key[\\"'\s:=]+[^\s"',;\\]+/gi,
  /\b(?:sk|xi|gsk)[-_][\w-]{6,}/g,
  /\bAIza[\w-]{10,}/g,
  /\bBearer\s+[^\s"',;\\]+/gi,
]

/**
 * Replaces the configured secrets by `[secret]`, as they are or encoded for a URL, in base64 or for JSON, and anything that has the shape
 * of a key.
 */
export function redacting(print: Print, secrets: readonly string[]): Print {
  const known = anyOf(secretForms(secrets))
  const shapes = known ? [known, ...secretShapes] : secretShapes
  return (line) => print(shapes.reduce((text, shape) => text.replace(shape, '[secret]'), line))
}

const mostWaiting = 1024 * 1024

/**
 * Prints to a stream that may have a slow reader or none. Lines are dropped while the backlog exceeds `mostWaiting`, which bounds the
 * memory. After an error, such as a closed pipe, nothing more is written: each attempt would cost as much as a request and fail again.
 */
export function writingTo(stream: Writable): Print {
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
