import { readMp4Facts } from './mp4-facts.ts'
import type { VideoFacts } from './video-facts.ts'
import { readWebmFacts } from './webm-facts.ts'

/**
 * Reads the facts of an MP4, QuickTime or WebM file from its headers, wherever in the file they are; the media themselves are not read.
 * Undefined for other files and for headers that cannot be read. Never rejects; the work is bounded for any file.
 */
export async function readVideoFacts(file: Blob): Promise<VideoFacts | undefined> {
  try {
    return (await readMp4Facts(file)) ?? (await readWebmFacts(file))
  } catch {
    // A RangeError of a view: a header that ends too early. Or a Blob that can no longer be read.
    return undefined
  }
}

/** The type of a file that its first bytes call a video: WebM and MP4 with nothing but sound begin alike. Other types stay. Never rejects. */
export async function typeByTracks(file: Blob, type: string): Promise<string> {
  if (!/^video\/(?:mp4|webm|quicktime)$/.test(type)) return type
  const facts = await readVideoFacts(file)
  if (!facts?.audio || facts.video) return type
  return type === 'video/webm' ? 'audio/webm' : 'audio/mp4'
}
