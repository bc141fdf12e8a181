import { createHash } from 'node:crypto'

async function standIn(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(standIn))
  if (!(value instanceof Blob)) return value
  const hash = createHash('sha256')
  for await (const chunk of value.stream()) hash.update(chunk)
  return { file: value.type, sha256: hash.digest('hex') }
}

/** A decoded body in which a hash stands for each file, so that equal files are equal. */
export async function hashed(body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const entries = Object.entries(body).map(async ([name, value]) => [name, await standIn(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
