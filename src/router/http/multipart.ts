import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { type ArrivingBody, bodyChunks, endedEarly } from './bodies.ts'
import { badRequest } from './errors.ts'

/** One part of a form, whose bytes must be read to the end. */
export interface Part {
  readonly name: string
  /** Undefined for a text. Empty, and without bytes, for a browser's file input in which no file was chosen. */
  readonly filename: string | undefined
  /**
   * Media type in lower case, as busboy gives it: without parameters (`audio/webm;codecs=opus` is `audio/webm`), and `text/plain` where
   * none was sent, the default of RFC 7578. It does not expose the raw header. Files are identified by their bytes, not by this.
   */
  readonly type: string
  readonly bytes: Readable
}

const limits = { parts: 1000, headerSize: 16 * 1024 }

const malformed = (what: string) => badRequest(`The form is malformed: ${what}.`, { code: 'invalid_multipart' })

/** Every part is read as a file, because busboy decodes texts without reporting invalid UTF-8. */
function openForm(headers: Headers): BusboyInstance {
  const contentType = headers.get('content-type') ?? ''
  try {
    return new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true, preservePath: true, limits })
  } catch {
    throw malformed('there is no usable boundary')
  }
}

/** Browsers write quotes and line breaks in a name as `%22`, `%0D` and `%0A`. */
const decoded = (name: string) => name.replace(/%(22|0D|0A)/gi, decodeURIComponent)

/** Writes a body into `form`; each chunk waits until the one before has been consumed. */
async function feed(form: BusboyInstance, arriving: ArrivingBody, mostBytes: number): Promise<void> {
  for await (const chunk of bodyChunks(arriving, mostBytes)) {
    await new Promise<void>((resolve, reject) => {
      form.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
  }
  form.end()
}

/**
 * Splits a multipart body of at most `mostBytes` into its parts and gives them to `take`, one after the other. What is no complete form is
 * a 400. Rejects as soon as `take` does, with the same error, and not before `take` has settled.
 */
export async function readParts(
  arriving: ArrivingBody,
  mostBytes: number,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const form = openForm(arriving.headers)
  const streams: Readable[] = []
  let taken = Promise.resolve()
  const split = new Promise<void>((resolve, reject) => {
    form.on('file', (name: string | undefined, bytes, filename: string | undefined, _encoding, type) => {
      // Reported by the form, too.
      bytes.on('error', () => undefined)
      streams.push(bytes)
      if (name === undefined) reject(malformed('a part has no name'))
      else {
        taken = taken.then(() => take({ name: decoded(name), filename, type, bytes }))
        taken.catch(reject)
      }
    })
    form.on('partsLimit', () => reject(malformed(`more than ${limits.parts} parts`)))
    form.on('error', () => reject(endedEarly()))
    form.on('finish', () => resolve())
  })
  try {
    await Promise.all([feed(form, arriving, mostBytes), split])
    await taken
  } catch (thrown) {
    form.destroy()
    for (const bytes of streams) bytes.destroy()
    await taken.catch(() => undefined)
    throw thrown
  }
}
