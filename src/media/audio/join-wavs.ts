import { readWav, wavHeader } from './wav.ts'

/**
 * WAV files one after the other as one, without decoding. Undefined where one is no WAV file, or their formats (coding, rate, channels)
 * differ. Rejects where a Blob cannot be read.
 */
export async function joinWavs(files: readonly Blob[]): Promise<Blob | undefined> {
  const samples: Blob[] = []
  let header: { readonly format: Parameters<typeof wavHeader>[0]; bytes: number } | undefined
  for (const file of files) {
    const wav = await readWav(file)
    if (!wav) return undefined
    const { coding, bits, rate, channels, start, bytes } = wav
    header ??= { format: { coding, bits, rate, channels }, bytes: 0 }
    const { format } = header
    const isAlike =
      format.coding === coding && format.bits === bits && format.rate === rate && format.channels === channels
    if (!isAlike) return undefined
    header.bytes += bytes
    samples.push(file.slice(start, start + bytes))
  }
  return header && new Blob([wavHeader(header.format, header.bytes), ...samples], { type: 'audio/wav' })
}
