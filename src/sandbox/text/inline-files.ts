import { isRecord, type JsonRecord, listOf, nonBlankOf, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { bytesInBase64, dataUrlHead } from '#media/data-url.ts'
import { inlineCode } from './quoting.ts'

/** A file or sound whose bytes are in the request. */
interface InlineFile {
  readonly name: string
  readonly type: string
  readonly bytes: number
}

/** What is told of a file part, of either convention; undefined for other parts, and for one that only names a file. */
export function inlineFile(value: unknown): InlineFile | undefined {
  const part = recordOf(value)
  const { filename, file_data } = isRecord(part.file) ? part.file : part
  const { data, format } = recordOf(part.input_audio ?? part)
  const isSound = part.type === 'input_audio'
  const url = textOf(isSound ? data : /file$/.test(String(part.type)) ? file_data : undefined)
  if (url === undefined) return undefined
  const { head = '', type } = dataUrlHead(url) ?? {}
  const kind = type ?? (isSound ? `audio/${nonBlankOf(format) ?? 'unknown'}` : 'unknown type')
  const bytes = bytesInBase64(url.slice(head.length))
  return { name: nonBlankOf(filename) ?? (isSound ? 'a sound' : 'a file'), type: kind, bytes }
}

/** The files and sounds of the last message as Markdown; empty without any. */
export function inlineFilesText(body: JsonRecord): string {
  const items = listOf(Array.isArray(body.input) ? body.input : body.messages).map(recordOf)
  const last = items.findLast(({ role }) => role === 'user')
  const files = listOf(ownOf(last ?? {}, 'content')).flatMap((part) => inlineFile(part) ?? [])
  if (files.length === 0) return ''
  const told = files.map(
    ({ name, type, bytes }) =>
      `- ${inlineCode(name, 80)}: ${inlineCode(type, 60)}, ${bytes.toLocaleString('en')} bytes`,
  )
  return `### Files\n\nReceived with this message; only counted, not read.\n\n${told.join('\n')}\n\n`
}
