import type { SentFile, SentRequest } from '../run-record.ts'

/** A request without the bytes of its files: their hashes stay. */
export function plainSent({ body, ...head }: SentRequest): SentRequest {
  if (body.kind !== 'multipart') return { ...head, body }
  const parts = body.parts.map((part) => (part.kind === 'file' ? { ...part, file: facts(part.file) } : part))
  return { ...head, body: { kind: 'multipart', parts } }
}

const facts = ({ blob: _, ...rest }: SentFile): SentFile => rest
