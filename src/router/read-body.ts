import { badRequest, RouterError } from './router-error.ts'

const tooLarge = (limit: number) =>
  new RouterError(413, {
    type: 'invalid_request_error',
    code: 'body_too_large',
    message: `The body is larger than the ${limit / 1024 / 1024} MB that this route takes.`,
  })

export const endedEarly = () => badRequest('The body ended early.', { code: 'body_incomplete' })

/** A body of at most `limit` bytes, as it comes in, whatever length was announced. Over the limit: 413. */
export async function* bodyChunks(request: Request, limit: number): AsyncGenerator<Uint8Array, void> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  if (!request.body) return
  const reader = request.body.getReader()
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > limit) throw tooLarge(limit)
      yield read.value
    }
  } catch (thrown) {
    throw thrown instanceof RouterError ? thrown : endedEarly()
  } finally {
    // Not cancelled, which would close the connection before the answer is on it: what is left is `lingering`'s to read.
    reader.releaseLock()
  }
}

/** Reads a whole body of at most `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyChunks(request, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
