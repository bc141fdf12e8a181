import type { StoredPart } from '../ledger/run-row.ts'

/**
 * A multipart request as one value that can be read and compared: each name with its text or the facts of its file, in the order in
 * which names first come; a name that comes several times has a list.
 */
export function fieldsOf(parts: readonly StoredPart[]): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>()
  for (const part of parts) {
    const values = fields.get(part.name) ?? []
    fields.set(part.name, values)
    values.push(part.kind === 'text' ? part.value : part.file)
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
