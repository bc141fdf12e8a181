import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import { markedFile } from '../media-in.ts'
import type { MediaSource } from '../run-event.ts'
import { mediaAddress } from './image-items.ts'

/** Deeper than any reply of sound that is known. */
const deepest = 8

const urlKeys =
  /^(?:(?:un)?signed_?urls?|urls?|(?:audio|video|output|download|result|file|preview|audio_?preview|song|media)_?urls?|audios?|videos?|files?|outputs?|data|result|content|preview)$/i

/**
 * All media of a reply of no known shape, in its own order: the names under which sound comes are many (`wire-facts` §7.1). A record that
 * has both bytes and an address gives the bytes, and one that repeats the same bytes gives them once.
 */
export function mediaOf(value: unknown, key = '', depth = 0): MediaSource[] {
  const sha256 = markedFile(value)
  if (sha256 !== undefined) return [{ sha256 }]
  if (typeof value === 'string') {
    const url = urlKeys.test(key) ? mediaAddress(value) : undefined
    return url === undefined ? [] : [{ url }]
  }
  if (depth > deepest) return []
  if (Array.isArray(value)) return listOf(value).flatMap((one) => mediaOf(one, key, depth + 1))
  return isRecord(value) ? mediaIn(value, depth) : []
}

function mediaIn(record: JsonRecord, depth: number): MediaSource[] {
  const hashes = new Set(Object.values(record).map(markedFile))
  const isBytes = hashes.size > 1 || !hashes.has(undefined)
  const seen = new Set<string>()
  return Object.entries(record).flatMap(([name, one]) => {
    if (typeof one !== 'string') return mediaOf(one, name, depth + 1)
    const sha256 = markedFile(one)
    if (isBytes && (sha256 === undefined || seen.has(sha256))) return []
    if (sha256 !== undefined) seen.add(sha256)
    return mediaOf(one, name, depth + 1)
  })
}

/** Whether a reply brought bytes of media. */
export const holdsMedia = (value: JsonRecord): boolean => mediaOf(value).some(({ sha256 }) => sha256 !== undefined)
