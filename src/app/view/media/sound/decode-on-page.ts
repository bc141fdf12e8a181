import { loadSoundFacts } from './sound-facts.ts'

/** Bytes of samples that the page may hold: 16 minutes of stereo at 48 kHz. */
const mostBytes = 2 ** 28 * 1.5

/**
 * Decodes a whole sound by Web Audio, which only a page has: for browsers whose workers have no decoder for it. Undefined if it is too long for
 * memory or cannot be decoded.
 */
export async function decodeOnPage(
  file: Blob,
  type: string,
): Promise<{ readonly rate: number; readonly planes: readonly Float32Array[] } | undefined> {
  const facts = await loadSoundFacts(file, type)
  const { seconds = 0, rate = 0, channels = 0 } = facts ?? {}
  const bytes = seconds * rate * channels * 4
  if (bytes === 0 || bytes > mostBytes) return undefined
  try {
    const context = new OfflineAudioContext(1, 1, rate)
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    const planes = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
    return { rate: sound.sampleRate, planes }
  } catch {
    return undefined
  }
}
