import { RouterError } from '../http/errors.ts'

const MB = 1024 * 1024

/** The most bytes of JSON that may hold media; everything else that is read whole has 16 MB at most. */
export const mostWithMedia = 64 * MB

/** A reply, or one piece of it, is larger than what is read of it into memory. */
export const tooLarge = (name: string): RouterError =>
  new RouterError(502, 'provider_reply_too_large', `The reply of ${name} is too large to read.`, {
    retry: 'ask',
    stage: 'accepted',
  })

/**
 * The text of a reply that is converted as a whole. Rejects as its body does, and with a `RouterError` where it has more than `mostBytes`: a
 * few kilobytes can be the compressed form of gigabytes.
 */
export async function replyText(reply: Response, name: string, mostBytes = 16 * MB): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of reply.body ?? new Blob([]).stream()) {
    size += chunk.length
    if (size > mostBytes) throw tooLarge(name)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
