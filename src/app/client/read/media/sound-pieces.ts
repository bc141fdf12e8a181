import { isRecord } from '#contract/core/loose-json.ts'
import type { Chunk } from '../../exchange.ts'
import { markedFile } from '../file-mark.ts'
import { parseData } from '../parse-data.ts'
import { fileOf } from './read-bytes.ts'

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>

/** Joins sound that comes piece by piece in events to one file. */
export interface SoundPieces {
  /** The chunk without the pieces in it; the one that ends the reply with the whole sound. */
  gather(chunk: EventChunk): Promise<EventChunk>
}

export function createSoundPieces(): SoundPieces {
  const pieces: Blob[] = []

  function take(chunk: EventChunk): EventChunk {
    const found = new Set(chunk.raw.map(({ data }) => pieceIn(data)).filter((hash) => hash !== undefined))
    if (found.size === 0) return chunk
    for (const { data } of chunk.raw) {
      const hash = pieceIn(data)
      const file = chunk.files?.find(({ sha256 }) => sha256 === hash)
      if (file) pieces.push(file.blob)
    }
    const { files: _, ...rest } = chunk
    return rest
  }

  return {
    async gather(chunk) {
      const left = take(chunk)
      const isLast = left.events.some(({ kind }) => kind === 'end')
      if (!isLast || pieces.length === 0) return left
      const file = await fileOf(new Blob(pieces), '')
      return { ...left, events: [{ kind: 'media', output: 0, sha256: file.sha256 }, ...left.events], files: [file] }
    },
  }
}

function pieceIn(data: string): string | undefined {
  if (!data.includes('speech.audio.delta')) return undefined
  const parsed = parseData(data)
  return parsed.status === 'read' && isRecord(parsed.value) ? markedFile(parsed.value.audio) : undefined
}
