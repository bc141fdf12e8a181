import { badRequest } from '../http/errors.ts'

/** Whether a text can name an operation: 1 to 200 characters of visible ASCII. `.` and `..` no client can write into a path. */
export function isOpId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text) && !/^\.{1,2}$/.test(text)
}

/** The id under which a client wants a paid request to be known, if it gives one; a bad one is a 400. */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (isOpId(key)) return key
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters, and not a dot or two.'
  throw badRequest(message, { param: 'Idempotency-Key', code: 'invalid_idempotency_key' })
}
