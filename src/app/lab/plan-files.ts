import { isRecord, type JsonRecord, ownOf, recordOf, textOrJson } from '#contract/core/loose-json.ts'
import { columnsOf, rowsOf, variablesIn } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { fileReference, soundField, soundReference } from '../run/file-marks.ts'
import type { HeldFile } from '../run/run-draft.ts'

/** The file that a value of a row names: by its path, else by its name alone. */
export function planFile(files: readonly HeldFile[], value: unknown): HeldFile | undefined {
  const [path, name] = [textOrJson(value), baseName(textOrJson(value))]
  return files.find((file) => file.name === path) ?? files.find((file) => baseName(file.name) === name)
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * The plan with references in place of the names of its files, as a run's request has them, and the files that it refers to. `missing`: the
 * rows, counted from 0, whose request names a file that is not there, with its name: their cells are not sent. `missingAt`: the same by place.
 */
export function withPlanFiles(plan: LabPlan, files: readonly HeldFile[]) {
  const used = variablesIn(plan.request).filter((name) => ownOf(plan.columns, name) === 'file')
  const missing = new Map<number, string>()
  const width = columnsOf(plan).length
  const missingAt = (place: number) => missing.get(Math.floor(place / width))
  const held = new Set<HeldFile>()
  if (used.length === 0) return { plan, held: [...held], missing, missingAt }
  const sounds = soundColumns(plan.request)
  const rows = rowsOf(plan).map((row, at) => {
    const named = used.flatMap((name) => (Object.hasOwn(row, name) ? [[name, ownOf(row, name)] as const] : []))
    const filled = named.map(([name, value]) => {
      const file = planFile(files, value)
      if (file) held.add(file)
      else missing.set(at, textOrJson(value))
      return [name, file ? reference(file, sounds.has(name)) : value] as const
    })
    return { ...row, ...Object.fromEntries(filled) }
  })
  return { plan: { ...plan, rows }, held: [...held], missing, missingAt }
}

const reference = ({ blob, sha256 }: HeldFile, isSound: boolean) =>
  isSound ? soundReference(sha256) : fileReference(blob.type, sha256)

/** The columns whose files stand in a request as sounds: base64 without the head of a data URL. */
function soundColumns(request: JsonRecord): ReadonlySet<string> {
  const found: string[] = []
  JSON.stringify(request, (name, value: unknown) => {
    if (name === soundField) found.push(...variablesIn({ data: recordOf(value).data }))
    return value
  })
  return new Set(found)
}

/** The request of a conversation whose last message shows the file of this column. */
export function withFilePart(request: JsonRecord, column: string, type: string): JsonRecord {
  const { input = '' } = request
  const list: readonly unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: textOrJson(input) }]
  const last = list.at(-1)
  const { content, ...message } = isRecord(last) ? last : { role: 'user', content: '' }
  const parts = Array.isArray(content) ? content : [{ type: 'input_text', text: textOrJson(content) }]
  return {
    ...request,
    input: [...list.slice(0, -1), { ...message, content: [...parts, filePart(type, `{{${column}}}`, column)] }],
  }
}

/** A file as a part of a message. `data`: a reference to it, or what is filled by one. */
export function filePart(type: string, data: string, filename: string): JsonRecord {
  switch (mediaKind(type)) {
    case 'image':
      return { type: 'input_image', image_url: data }
    case 'audio':
      return { type: 'input_audio', input_audio: { data, format: extensionOf(type) } }
    default:
      return { type: 'input_file', filename, file_data: data }
  }
}
