import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type ArrivingBody, bodyChunks, endedEarly, tooLarge } from './bodies.ts'
import { badRequest, RouterError } from './errors.ts'
import type { GrowingFile } from './intake.ts'
import { FormCutter, type PartHead } from './multipart.ts'

const MB = 1024 * 1024

/** The largest form, with all its files. */
const mostBytes = 1024 * MB

/** The largest file, where no provider of a route takes less. */
export const mostFileBytes = 512 * MB

/** The files of one form up to this are held in memory; what goes beyond is written to disk. */
const mostBytesInMemory = MB

type Shape = Readonly<Record<string, z.core.$ZodType>>
type Value = string | Blob

/** `image`, `image[]` and `images[]` are all `images` where the route has that. */
function fieldOf(name: string, shape: Shape): string {
  const bare = name.replace(/\[\d*\]$/, '')
  return !Object.hasOwn(shape, bare) && Object.hasOwn(shape, `${bare}s`) ? `${bare}s` : bare
}

function spelled(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const takes = (field: z.core.$ZodType, value: unknown) => value === null || z.safeParse(field, value).success

const sentTwice = (name: string) =>
  badRequest(`${name} is in the form more than once; it takes one value.`, { param: name, code: 'invalid_value' })

/**
 * A form holds texts only: what the field does not take as a text may be the number, the switch, the list or the `null` that it
 * spells. Several values for a field that takes one are a 400.
 */
function valueFor(name: string, field: z.core.$ZodType | undefined, values: readonly Value[]): unknown {
  const [first] = values
  if (values.length > 1) {
    if (field && !takes(field, values) && !takes(field, [])) throw sentTwice(name)
    return values
  }
  const candidates = typeof first === 'string' ? [first, spelled(first), values] : [first, values]
  const fitting = field && candidates.find((value) => takes(field, value))
  return fitting === undefined ? first : fitting
}

const fileTooLarge = (param: string, most: number) =>
  new RouterError(413, {
    type: 'invalid_request_error',
    code: 'file_too_large',
    param,
    message: `${param}: a file has at most ${most / MB} MB on this route.`,
  })

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

interface FormLimits {
  /** Bytes of one file. */
  readonly file: number
  /** Bytes of all texts. */
  readonly texts: number
}

/** Puts the parts of one form together, the large files on disk. */
class FormReader {
  readonly fields = new Map<string, Value[]>()
  readonly #arriving: ArrivingBody
  readonly #shape: Shape
  readonly #limits: FormLimits
  #textBytes = 0
  #fileBytesInMemory = 0
  /** The part that is being read. */
  #head: PartHead | undefined
  #chunks: Buffer[] = []
  #size = 0
  #file: GrowingFile | undefined

  constructor(arriving: ArrivingBody, shape: Shape, limits: FormLimits) {
    this.#arriving = arriving
    this.#shape = shape
    this.#limits = limits
  }

  begin(head: PartHead): void {
    this.#head = head
    this.#chunks = []
    this.#size = 0
    this.#file = undefined
  }

  async take(bytes: Buffer): Promise<void> {
    this.#size += bytes.length
    if (!this.#head?.isFile) return this.#takeText(bytes)
    if (this.#size > this.#limits.file) throw fileTooLarge(this.#param(this.#head.name), this.#limits.file)
    if (!this.#file && this.#fileBytesInMemory + bytes.length <= mostBytesInMemory) {
      this.#fileBytesInMemory += bytes.length
      return this.#keep(bytes)
    }
    this.#file ??= await this.#moveToDisk()
    await this.#file.write(bytes)
  }

  async end(): Promise<void> {
    const head = this.#head
    if (!head || (head.isFile && head.isUnnamed && this.#size === 0)) return
    const name = fieldOf(head.name, this.#shape)
    const value = head.isFile ? await this.#toBlob(head.type) : textOf(head.name, Buffer.concat(this.#chunks))
    this.fields.set(name, [...(this.fields.get(name) ?? []), value])
  }

  #takeText(bytes: Buffer): void {
    this.#textBytes += bytes.length
    if (this.#textBytes > this.#limits.texts) throw tooLarge(this.#limits.texts)
    this.#keep(bytes)
  }

  #keep(bytes: Buffer): void {
    this.#arriving.holding.keep(bytes.length)
    this.#chunks.push(bytes)
  }

  async #moveToDisk(): Promise<GrowingFile> {
    const file = await this.#arriving.holding.createFile()
    for (const chunk of this.#chunks) await file.write(chunk)
    this.#chunks = []
    return file
  }

  #toBlob(type: string): Blob | Promise<Blob> {
    if (this.#file) return this.#file.toBlob(type)
    return new Blob(
      this.#chunks.map((chunk) => new Uint8Array(chunk)),
      { type },
    )
  }

  /** The path of the part that is being read, as it would be in JSON. */
  #param(part: string): string {
    const name = fieldOf(part, this.#shape)
    const field = Object.hasOwn(this.#shape, name) ? this.#shape[name] : undefined
    return field && takes(field, []) ? `${name}[${this.fields.get(name)?.length ?? 0}]` : name
  }
}

/**
 * The fields of a multipart form, as JSON would have said them; files are Blobs, the large ones of files on disk. What is no whole form is
 * a 400, and a file over `largestFile` bytes a 413 as soon as that has come.
 */
export async function readForm(
  arriving: ArrivingBody,
  { request: schema, maxBytes }: Endpoint,
  largestFile = mostFileBytes,
): Promise<Record<string, unknown>> {
  const shape: Shape = schema instanceof z.ZodMiniObject ? schema.shape : {}
  const cutter = new FormCutter(arriving.headers.get('content-type') ?? '')
  const reader = new FormReader(arriving, shape, { file: largestFile, texts: maxBytes })
  for await (const chunk of bodyChunks(arriving, mostBytes)) {
    for (const step of cutter.cut(chunk)) {
      if (step.kind === 'head') reader.begin(step.head)
      else if (step.kind === 'bytes') await reader.take(step.bytes)
      else await reader.end()
    }
  }
  if (!cutter.isWhole) throw endedEarly()
  return Object.fromEntries(
    [...reader.fields].map(([name, values]) => [
      name,
      valueFor(name, Object.hasOwn(shape, name) ? shape[name] : undefined, values),
    ]),
  )
}
