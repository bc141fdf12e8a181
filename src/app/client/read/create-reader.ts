import { chatReading } from './chat-reader.ts'
import { type Reader, type ReaderOptions, ReplyReader } from './reply-reader.ts'

/** Makes a reader for one reply, whichever convention it speaks and whether it streams or not. The page loads it for what is read again. */
export function createReader(options: ReaderOptions = {}): Reader {
  return new ReplyReader({ chat: chatReading, ...options })
}
