import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance, type Dicer } from '@fastify/busboy'
import * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { type ArrivingBody, bodyChunks, endedEarly, tooLarge } from './bodies.ts'
import { type FormShape, type FormValue, fieldOf, mostFileBytes, takes, valueFor } from './form-fields.ts'
import type { GrowingFile, Holding } from './request-intake.ts'
import { badRequest, RouterError } from './router-error.ts'

const MB = 1024 * 1024

const mostBytes = 1024 * MB

/** The memory for all files of one form; further bytes are written to disk. */
const mostBytesInMemory = MB

const fileTooLarge = (param: string, most: number) =>
  new RouterError(413, 'file_too_large', `${param}: files are limited to ${most / MB} MB on this route.`, { param })

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest(`${name} is not valid UTF-8. A part that is a file needs a filename.`, {
      param: name,
      code: 'invalid_utf8',
    })
  }
}

/** Whether a media type is that of a text field; a part without a type is one. */
const isPlainText = (type: string) => /^(text\/plain\s*(;|$)|$)/i.test(type)

interface FormLimits {
  readonly file: number
  /** Bytes of all texts together. */
  readonly texts: number
}

class FormReader {
  readonly values = new Map<string, FormValue[]>()
  readonly #holding: Holding
  readonly #shape: FormShape
  readonly #limits: FormLimits
  #textBytes = 0
  #fileBytesInMemory = 0

  constructor(holding: Holding, shape: FormShape, limits: FormLimits) {
    this.#holding = holding
    this.#shape = shape
    this.#limits = limits
  }

  async take(part: FormPart): Promise<void> {
    const name = fieldOf(part.name, this.#shape)
    const isFile = part.filename !== undefined || !isPlainText(part.type)
    const value = isFile ? await this.#readFile(name, part) : await this.#readText(name, part)
    const isUnchosen = value instanceof Blob && value.size === 0 && part.filename === ''
    if (!isUnchosen) this.values.set(name, [...(this.values.get(name) ?? []), value])
  }

  async #readText(name: string, { bytes }: FormPart): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of bytes) {
      this.#textBytes += chunk.length
      if (this.#textBytes > this.#limits.texts) throw tooLarge(this.#limits.texts)
      this.#holding.keep(chunk.length)
      chunks.push(chunk)
    }
    return textOf(name, Buffer.concat(chunks))
  }

  /** A file in memory, or on disk from the chunk on with which the form's files exceed `mostBytesInMemory`. */
  async #readFile(name: string, { bytes, type, filename = '' }: FormPart): Promise<File> {
    const chunks: Buffer<ArrayBuffer>[] = []
    let size = 0
    let file: GrowingFile | undefined
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > this.#limits.file) throw fileTooLarge(this.#pathOf(name), this.#limits.file)
      if (!file && this.#fileBytesInMemory + chunk.length <= mostBytesInMemory) {
        this.#fileBytesInMemory += chunk.length
        this.#holding.keep(chunk.length)
        chunks.push(chunk)
        continue
      }
      if (!file) {
        file = await this.#holding.createFile()
        for (const earlier of chunks.splice(0)) await file.write(earlier)
      }
      await file.write(chunk)
    }
    return new File(file ? [await file.toBlob(type)] : chunks, filename, { type })
  }

  /** The path that the value being read would have in JSON: `images[1]`. */
  #pathOf(name: string): string {
    const field = ownOf(this.#shape, name)
    return field && takes(field, []) ? `${name}[${this.values.get(name)?.length ?? 0}]` : name
  }
}

/**
 * The fields of a multipart form, converted to what a JSON body would hold; files are Blobs, backed by files on disk beyond 1 MiB in a form.
 * An incomplete form is a 400, and a file over `largestFile` bytes a 413 as soon as so many have been received.
 */
export async function readForm(
  arriving: ArrivingBody,
  { request: schema, maxBytes }: Endpoint,
  largestFile = mostFileBytes,
): Promise<Record<string, unknown>> {
  const shape: FormShape = schema instanceof z.ZodMiniObject ? schema.shape : {}
  const reader = new FormReader(arriving.holding, shape, { file: largestFile, texts: maxBytes })
  await readParts(arriving, mostBytes, (part) => reader.take(part))
  const entries = [...reader.values].map(([name, values]) => {
    const field = ownOf(shape, name)
    return [name, valueFor(name, field, values)] as const
  })
  return Object.fromEntries(entries)
}

/** One part of a form, whose bytes must be read to the end. */
interface FormPart {
  readonly name: string
  /** Undefined for a text. Empty, and without bytes, for a browser's file input in which no file was chosen. */
  readonly filename: string | undefined
  /** The media type as it was sent, with its parameters; empty where none was sent. Files are identified by their bytes, not by this. */
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

/**
 * Calls `note` with the raw `content-type` of each part before the form's `file` event. Busboy drops the parameters, and reports
 * `text/plain` where no type was sent; so the header is read from the `Dicer` that it wraps, a private field (held by a test).
 */
function onRawType(form: BusboyInstance, note: (type: string) => void): void {
  const dicer: Dicer = Reflect.get(form, '_parser').parser
  dicer.prependListener('part', (part: Dicer.PartStream) => {
    part.prependListener('header', (header: Readonly<Record<string, readonly string[]>>) => {
      note(header['content-type']?.[0] ?? '')
    })
  })
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
 * Splits a multipart body of at most `mostBytes` into its parts and calls `take` for each, sequentially. An incomplete form is a 400.
 * Rejects with the first error of `take`, after it has settled.
 */
export async function readParts(
  arriving: ArrivingBody,
  mostBytes: number,
  take: (part: FormPart) => Promise<void>,
): Promise<void> {
  const form = openForm(arriving.headers)
  const streams: Readable[] = []
  let type = ''
  let taken = Promise.resolve()
  onRawType(form, (sent) => {
    type = sent
  })
  const split = new Promise<void>((resolve, reject) => {
    form.on('file', (name: string | undefined, bytes, filename: string | undefined) => {
      // Reported by the form, too.
      bytes.on('error', () => undefined)
      streams.push(bytes)
      if (name === undefined) reject(malformed('a part has no name'))
      else {
        const part = { name: decoded(name), filename, type, bytes }
        taken = taken.then(() => take(part))
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
