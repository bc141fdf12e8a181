import { chatReading } from './chat-reader.ts'
import { type Reader, type ReaderOptions, ReplyReader } from './reply-reader.ts'

/** Creates a reader for one reply of any convention, streamed or not. Loaded by the page to read stored replies again. */
export function createReader(options: ReaderOptions = {}): Reader {
  return new ReplyReader({ chat: chatReading, ...options })
}
