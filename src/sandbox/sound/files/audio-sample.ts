import { AudioSample } from 'mediabunny'

/** Samples from -1 to 1, one array a channel, for Mediabunny. */
export function audioSample(channels: readonly Float32Array[], sampleRate: number, timestamp: number): AudioSample {
  const length = channels[0]?.length ?? 0
  const data = new Float32Array(length * channels.length)
  for (const [index, samples] of channels.entries()) data.set(samples, index * length)
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: channels.length, sampleRate, timestamp })
}
