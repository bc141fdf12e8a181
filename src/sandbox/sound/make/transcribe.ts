import { resampled } from '#media/audio/rate-converter.ts'
import { hear } from '../files/hear.ts'
import type { TranscribeTask, Transcript } from '../sound-task.ts'
import { fingerprintOf } from '../transcription/fingerprint.ts'
import { denoised, denoiseRate, voiceParts } from './denoise.ts'

/**
 * What is heard in a file: the words of one that the sandbox spoke, by what the file says where its sound is like it; of any other the times in which a voice is heard,
 * without words, and its fingerprint.
 */
export async function transcribe({ upload }: TranscribeTask): Promise<Transcript> {
  const { rate, samples, seconds, origin } = await hear(upload)
  if (origin && origin.words.length > 0) {
    const { words, text, language, voice } = origin
    return {
      kind: 'transcript',
      source: 'embedded',
      seconds,
      words,
      parts: [],
      text: text ?? words.map((word) => word.text).join(' '),
      ...(language !== undefined && { language }),
      ...(voice !== undefined && { voice }),
    }
  }
  const clean = await denoised(resampled(samples, rate, denoiseRate))
  const parts = voiceParts(clean.samples, clean.voiced)
  const print = fingerprintOf(samples, rate, 'fine')
  return { kind: 'transcript', source: 'voice_activity', seconds, words: [], parts, text: '', print }
}
