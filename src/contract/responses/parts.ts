import { isRecord, recordOf } from '../core/loose-json.ts'

type Part = Readonly<Record<string, unknown>>

const textPart = (text: unknown, role: string): Part =>
  role === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text }

/** A chat part's image: `{ url, detail }`, or the bare URL. */
function imagePart(image: unknown): Part {
  const { url, ...rest } = isRecord(image) ? image : { url: image }
  return { ...rest, type: 'input_image', image_url: url }
}

/** A chat-style part as a Responses part; one that is already of that kind, or unknown, stays what it is. */
function partOf(part: unknown, role: string): Part {
  if (typeof part === 'string') return textPart(part, role)
  const { type, text, image_url, file } = recordOf(part)
  if (type === 'text') return textPart(text, role)
  if (type === 'image_url') return imagePart(image_url)
  if (type === 'file' && isRecord(file)) return { ...file, type: 'input_file' }
  return recordOf(part)
}

/** The content of a message of that role, a text or a list of parts, as a list of Responses parts. */
export function partsOf(content: unknown, role: string): Part[] {
  if (Array.isArray(content)) return content.map((part) => partOf(part, role))
  return typeof content === 'string' && content !== '' ? [textPart(content, role)] : []
}
