import { badRequest, RouterError } from './router-error.ts'

const tooLarge = (limit: number) =>
  new RouterError(413, {
    type: 'invalid_request_error',
    code: 'body_too_large',
    message: `The body is larger than the ${limit / 1024 / 1024} MB that this route takes.`,
  })

/** Reads a body of at most `limit` bytes; never holds more, whatever length was announced. Over the limit: 413. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(read.value)
    }
  } catch (thrown) {
    throw thrown instanceof RouterError ? thrown : badRequest('The body ended early.', { code: 'body_incomplete' })
  } finally {
    // Not cancelled, which would close the connection before the answer is on it: what is left is `lingering`'s to read.
    reader.releaseLock()
  }
  return Buffer.concat(chunks, size)
}
