import * as z from 'zod/mini'
import { dimensionsOf, mostPixels } from '#media/dimensions.ts'
import { extensionOf, formatName, typeByName } from '#media/media-type.ts'
import { orientationOf } from '#media/orientation.ts'
import { heldFile } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { typeByTracks } from '#media/video/mp4-boxes.ts'

export interface NamedFile {
  readonly name: string
  readonly blob: Blob
  /** How closely a chat model looks at a picture, where that was chosen. */
  readonly detail?: string | undefined
  /** The hash of the file of the tray that it was made of. */
  readonly of?: string | undefined
}

const blob = z.custom<Blob>((value) => value instanceof Blob)

/** A file that is ready to be sent. Also the schema of the drafts that keep it. */
export const TrayFile = z.object({
  id: z.string(),
  name: z.string(),
  /** The bytes as they were when they were read. */
  blob,
  type: z.string(),
  /** Hex. Absent in drafts of earlier versions of the edit tool. */
  sha256: z.optional(z.string()),
  /** Of a picture: upright, in pixels. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** `turned`: the file is rotated or mirrored, and its EXIF says how to show it. */
  stands: z.optional(z.enum(['upright', 'turned'])),
  thumbnail: z.optional(blob),
  detail: z.optional(z.string()),
  /** The hash of the file that it was made of, which the tray keeps with it. */
  of: z.optional(z.string()),
  /** In a form field: whether the field's value refers to it; absent until the value has once. */
  use: z.optional(z.enum(['used', 'unused'])),
})
export type TrayFile = Readonly<z.infer<typeof TrayFile>>

export const TrayPicture = z.extend(TrayFile, {
  width: z.number(),
  height: z.number(),
  stands: z.enum(['upright', 'turned']),
  thumbnail: blob,
})
export type TrayPicture = Readonly<z.infer<typeof TrayPicture>>

/** What a place takes of files, and the sentences it refuses the others with. */
export interface FileRules {
  readonly accepts: readonly string[]
  readonly maxBytes: number
  readonly maxTotal?: number
  readonly most?: number
  readonly says: {
    readonly types: string
    readonly size: string
    readonly count?: string
    /** For the sum that a file would lead to, in MB. */
    readonly total?: (megabytes: string) => string
  }
  /** Why a file of an accepted type is refused all the same. */
  readonly refuses?: (type: string, bytes: number) => string | undefined
}

/** What the browser saw of a picture when it decoded it: its upright size and a small copy. */
export interface PictureSight {
  readonly width: number
  readonly height: number
  readonly thumbnail: Blob
}

export interface FileReading {
  readonly newId: () => string
  readonly look: (blob: Blob) => Promise<PictureSight>
  /** The files already added, for the checks of number and total size. */
  readonly beside?: readonly TrayFile[]
}

export type FileRefusal = { readonly kind: 'refused'; readonly why: string }

export const refused = (why: string): FileRefusal => ({ kind: 'refused', why })

type Ready<File> = { readonly kind: 'ready'; readonly file: File }

/**
 * Checks a file and copies its bytes. Number, sizes, type by the bytes and pixels by the header are checked in this order, and only
 * then is a picture decoded, so that nothing huge or hostile is. Never rejects.
 */
export async function readFile(
  { name, blob, detail, of }: NamedFile,
  rules: FileRules,
  { newId, look, beside = [] }: FileReading,
): Promise<FileRefusal | Ready<TrayFile>> {
  const why = refusalBySize(blob.size, rules, beside)
  if (why !== undefined) return refused(why)
  const held = await heldFile(blob).catch(() => undefined)
  if (held === undefined) return refused('The file can no longer be read.')
  const sniffed = sniffType(new Uint8Array(await held.blob.slice(0, sniffLength).arrayBuffer()))
  const type = sniffed ? await typeByTracks(held.blob, sniffed) : await textType(name, held.blob, rules)
  if (type === undefined || !isAccepted(type, rules.accepts)) return refused(`${whatItIs(type)} ${rules.says.types}`)
  const reason = rules.refuses?.(type, held.blob.size)
  if (reason !== undefined) return refused(reason)
  const file: TrayFile = {
    ...{ id: newId(), name: /\.[a-z\d]{2,5}$/i.test(name) ? name : `${name}.${extensionOf(type)}` },
    ...{ blob: held.blob.slice(0, held.blob.size, type), type, sha256: held.sha256 },
    ...(detail && { detail }),
    ...(of && { of }),
  }
  return type.startsWith('image/') ? await asPicture(file, look) : { kind: 'ready', file }
}

/** The type of a text, which has no magic bytes: by its name, else plain text. Undefined where texts are not taken, or it is none. */
async function textType(name: string, blob: Blob, { accepts }: FileRules): Promise<string | undefined> {
  const known = typeByName(name) ?? 'text/plain'
  if (!accepts.includes('text/*') || !/^(?:text\/|application\/json$)/.test(known)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer())
    return text.includes('\0') ? undefined : known
  } catch {
    return undefined
  }
}

/** `readFile` for places that take nothing but pictures. */
export async function readPicture(
  file: NamedFile,
  rules: FileRules,
  reading: FileReading,
): Promise<FileRefusal | Ready<TrayPicture>> {
  const read = await readFile(file, rules, reading)
  if (read.kind === 'refused') return read
  const { data } = TrayPicture.safeParse(read.file)
  return data ? { kind: 'ready', file: data } : refused(rules.says.types)
}

async function asPicture(file: TrayFile, look: FileReading['look']): Promise<FileRefusal | Ready<TrayPicture>> {
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  const size = dimensionsOf(bytes)
  if (size === undefined) return refused(`This ${formatName(file.type)} file is damaged: its header has no dimensions.`)
  const pixels = size.width * size.height
  if (pixels > mostPixels)
    return refused(
      `${size.width} × ${size.height} is ${Math.ceil(pixels / 1e6)} megapixels. The maximum is ${mostPixels / 1e6}.`,
    )
  try {
    const sight = await look(file.blob)
    const isTurned = orientationOf(bytes) !== 1 || sight.width !== size.width || sight.height !== size.height
    return { kind: 'ready', file: { ...file, ...sight, stands: isTurned ? 'turned' : 'upright' } }
  } catch {
    return refused(`This ${formatName(file.type)} file is damaged: the browser cannot decode it.`)
  }
}

function refusalBySize(size: number, rules: FileRules, beside: readonly TrayFile[]): string | undefined {
  const { maxBytes, maxTotal = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY, says } = rules
  if (beside.length >= most) return says.count
  if (size > maxBytes) return `It is ${inMegabytes(size)} MB. ${says.size}`
  const total = beside.reduce((sum, { blob }) => sum + blob.size, size)
  if (total > maxTotal) return says.total?.(inMegabytes(total)) ?? says.size
  return size === 0 ? 'The file is empty: 0 bytes.' : undefined
}

export const isAccepted = (type: string, accepts: readonly string[]) =>
  accepts.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))

const whatItIs = (type: string | undefined) =>
  type === undefined ? 'Unknown file type.' : `The file type is ${formatName(type).replace(/^\w+\//, '')}.`

/** Bytes as MB with one decimal, rounded up, so that what is too large never reads as large as the limit. */
export const inMegabytes = (bytes: number): string => (Math.ceil((bytes / 1e6) * 10) / 10).toFixed(1)
