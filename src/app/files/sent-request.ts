import * as z from 'zod/mini'
import { type FileFacts, fields } from '#contract/core/field.ts'
import { isRecord, jsonOrText, listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { fileReference } from '../run/file-marks.ts'
import type { Run } from '../run/run.ts'
import type { NamedFile } from './read-file.ts'
import { referenceIn } from './request-body.ts'

type Fields = Readonly<Record<string, unknown>>
type Sent = Pick<Run, 'request' | 'parts'>
type Part = NonNullable<Sent['parts']>[number]

/**
 * The inverse of `requestBody`: the request of a run as a form holds it, its files as references, whether or not their bytes are still
 * stored. The texts of a multipart request are JSON where the schema does not take them as text.
 */
export function sentRequest({ shape }: z.ZodMiniObject, { request, parts }: Sent): Fields {
  if (parts === undefined) return recordOf(request)
  const sent = new Map<string, unknown>()
  // In a form all texts precede the files, so the order of addresses among the files is lost: addresses follow them.
  const isAddress = (part: Part) => part.kind === 'text' && fieldOf(shape, part).facts !== undefined
  for (const part of [...parts.filter((one) => !isAddress(one)), ...parts.filter(isAddress)]) {
    const { name, facts, isList } = fieldOf(shape, part)
    const schema = ownOf(shape, name)
    if (part.kind === 'text' && facts === undefined && isList) sent.set(name, [...listOf(sent.get(name)), part.value])
    else if (part.kind === 'text' && facts === undefined)
      sent.set(name, schema && z.safeParse(schema, part.value).success ? part.value : jsonOrText(part.value))
    else {
      const items = itemsOf(part).map((item) =>
        facts?.wrap && typeof item === 'string' ? { [facts.wrap]: item } : item,
      )
      sent.set(name, isList ? [...listOf(sent.get(name)), ...items] : items[0])
    }
  }
  return Object.fromEntries(sent)
}

const bare = (partName: string) => partName.replace(/\[\d*\]$/, '')

/** The field that a part is of: for files also by the other names that forms have for a list of them. */
function fieldOf(shape: z.ZodMiniObject['shape'], { kind, name }: Part) {
  for (const [field, schema] of Object.entries(shape)) {
    const facts: FileFacts | undefined = fields.get(schema)?.file
    if (facts && [bare(facts.formName ?? field), field].includes(bare(name)))
      return { name: field, facts, isList: facts.most !== undefined }
  }
  const isList = bare(name) !== name && (kind === 'file' || Object.hasOwn(shape, bare(name)))
  return { name: isList ? bare(name) : name, facts: undefined, isList }
}

function itemsOf(part: Part): readonly unknown[] {
  if (part.kind === 'file') return [fileReference(part.file.type, part.file.sha256)]
  const read = jsonOrText(part.value)
  return Array.isArray(read) ? read : [isRecord(read) ? read : part.value]
}

interface SentFile extends Omit<NamedFile, 'name'> {
  readonly sha256: string
  readonly type: string
  /** Absent where the request was pasted, or came from another program. */
  readonly name?: string | undefined
}

/** The file that an item of a sent request refers to; undefined where it refers to none, and where the bytes are lost. */
export function sentFile(item: unknown, { parts = [] }: Sent, assets: readonly SentFile[]): SentFile | undefined {
  const hash = referenceIn(item)
  const asset = hash === undefined ? undefined : assets.find(({ sha256 }) => sha256 === hash)
  const part = parts.find((one) => one.kind === 'file' && one.file.sha256 === hash)
  return asset && (part?.kind === 'file' ? { ...asset, name: part.file.name } : asset)
}
