import type { SoundFacts } from '#media/audio/sound-facts.ts'

/** `44.1 kHz`. */
export const rateWords = (rate: number): string => `${rate / 1000} kHz`

/** `mono`, `stereo`, `6 channels`. */
export const channelWords = (channels: number): string =>
  channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`

/** `3.2 s`, `2 min 5 s`. */
export function lengthWords(seconds: number): string {
  const whole = Math.round(seconds)
  return seconds < 59.95 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** How samples without a header are played; undefined for every other file. */
export function rawWords({ container, rate, channels, assumed }: SoundFacts): string | undefined {
  if (container !== 'Raw PCM' || !rate || !channels) return undefined
  const words = `Raw samples without a header, played as ${rateWords(rate)} ${channelWords(channels)}`
  return assumed ? `${words}. Assumed: ${assumed}.` : `${words}.`
}
