import { badRequest, RouterError } from './router-error.ts'

const tooLarge = (limit: number) =>
  new RouterError(413, {
    type: 'invalid_request_error',
    code: 'body_too_large',
    message: `The body is larger than the ${limit / 1024 / 1024} MB that this route takes.`,
    // The rest of the body is still on its way: the connection is of no further use.
    headers: { connection: 'close' },
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
      // Left without a cancel: that would close the connection before the answer is on it.
      if (size > limit) throw tooLarge(limit)
      chunks.push(read.value)
    }
  } catch (thrown) {
    throw thrown instanceof RouterError ? thrown : badRequest('The body ended early.', { code: 'body_incomplete' })
  }
  return Buffer.concat(chunks, size)
}
