import { expect, test } from 'vitest'
import type { EndpointId } from '#contract/routes.ts'
import { pitchOf } from '#sandbox/sound/make/sound-measures.ts'
import { decibels, heard } from '#sandbox/sound/testing/measured.ts'
import { audioClient } from '../testing/audio-client.ts'

const { provider } = audioClient()

const ask = (endpoint: EndpointId, model: string, body: object) =>
  provider.answer({
    ...{ endpoint, model, body: { model, ...body }, params: {}, requestId: 'req_1' },
    signal: new AbortController().signal,
  })

const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

test('a sound effect is a labelled file of the length asked for', { timeout: 60_000 }, async () => {
  const body = { text: 'waves at a beach', duration_seconds: 2.5 }
  const reply = await ask('audio.sound-generation', 'sandbox-sound-effects', body)
  expect(reply.headers.get('content-type')).toBe('audio/mpeg')
  const { seconds, samples, origin } = await heard(await bytesOf(reply))
  expect(Math.abs(seconds - 2.5)).toBeLessThan(0.1)
  expect(decibels(samples)).toBeGreaterThan(-35)
  expect(origin).toMatchObject({ kind: 'sound effect', text: body.text })
  const flac = await ask('audio.sound-generation', 'sandbox-sound-effects', { ...body, output_format: 'flac_48000' })
  expect((await heard(await bytesOf(flac))).rate).toBe(48_000)
})

test('music comes while it is made, in the length asked for', { timeout: 60_000 }, async () => {
  const body = { prompt: 'techno, 128 bpm, A minor', music_length_ms: 4_000 }
  const reply = await ask('audio.music', 'sandbox-music', body)
  expect(reply.headers.get('content-length')).toBeNull()
  const bytes = await bytesOf(reply)
  const { seconds, origin } = await heard(bytes)
  expect(Math.abs(seconds - 4)).toBeLessThan(0.1)
  expect(origin?.text).toContain('128 bpm, A minor')
  const again = await bytesOf(await ask('audio.music', 'sandbox-music', body))
  expect(Buffer.from(again).equals(bytes)).toBe(true)
})

/** A recording of the sandbox's own speech. */
async function speech(voice: string): Promise<Blob> {
  const input = 'The old harbour. Nobody walks.'
  return new Blob([
    await bytesOf(await ask('audio.speech', 'gen-4o-mini-tts', { input, voice, response_format: 'wav' })),
  ])
}

test('isolation and voice change keep length and words; only the voice is another', { timeout: 60_000 }, async () => {
  const file = await speech('onyx')
  const before = await heard(new Uint8Array(await file.arrayBuffer()))
  const output = { output_format: 'wav_48000' }
  const clean = await heard(await bytesOf(await ask('audio.voice-isolation', 'sandbox-isolation', { file, ...output })))
  const changed = await heard(
    await bytesOf(await ask('audio.voice-change', 'sandbox-voice-change', { file, voice: 'shimmer', ...output })),
  )
  for (const after of [clean, changed]) {
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThan(0.01)
    expect(after.origin?.words).toEqual(before.origin?.words)
  }
  const pitch = pitchOf(before.samples, before.rate)
  expect(Math.abs(12 * Math.log2(pitchOf(clean.samples, 48_000) / pitch))).toBeLessThan(1)
  expect(pitchOf(changed.samples, 48_000) / pitch).toBeGreaterThan(1.4)
})

test('raw samples are isolated too', { timeout: 60_000 }, async () => {
  const pcm = await bytesOf(
    await ask('audio.speech', 'gen-4o-mini-tts', { input: 'Hello there, harbour.', output_format: 'pcm_16000' }),
  )
  const reply = await ask('audio.voice-isolation', 'sandbox-isolation', {
    audio: new Blob([pcm]),
    file_format: 'pcm_s16le_16',
  })
  expect(Math.abs((await heard(await bytesOf(reply))).seconds - pcm.length / 32_000)).toBeLessThan(0.1)
})

interface Designed {
  readonly previews: readonly {
    audio_base64: string
    generated_voice_id: string
    duration_secs: number
    media_type: string
  }[]
  readonly text: string
}

test('voice design gives three different voices, whose ids speech and voice change take', {
  timeout: 60_000,
}, async () => {
  const reply = await ask('audio.voice-design', 'sandbox-voice-design', {
    ...{
      prompt: 'An old man with a deep, slow voice',
      text: 'Come in and sit down by the fire.',
      output_format: 'wav_24000',
    },
  })
  const { previews, text }: Designed = await reply.json()
  expect(text).toBe('Come in and sit down by the fire.')
  expect(new Set(previews.map(({ audio_base64 }) => audio_base64)).size).toBe(3)
  const ids = previews.map(({ generated_voice_id }) => generated_voice_id)
  expect(new Set(ids).size).toBe(3)
  for (const { audio_base64, generated_voice_id: voice, duration_secs } of previews) {
    const { seconds, samples } = await heard(new Uint8Array(Buffer.from(audio_base64, 'base64')))
    expect(Math.abs(seconds - duration_secs)).toBeLessThan(0.01)
    const body = { input: text, voice, response_format: 'wav' }
    const spoken = await heard(await bytesOf(await ask('audio.speech', 'gen-4o-mini-tts', body)))
    expect(spoken.samples).toEqual(samples)
  }
  const { previews: others } = await designed({ prompt: 'A young girl, bright and fast' })
  expect(others.map(({ generated_voice_id }) => generated_voice_id)).not.toEqual(ids)
})

const designed = async (body: object): Promise<Designed> =>
  (
    await ask('audio.voice-design', 'sandbox-voice-design', {
      ...{ prompt: 'A deep voice', text: 'Come in.', output_format: 'wav_24000', ...body },
    })
  ).json()

test('loudness, guidance and enhancement change the voices, and their ids say so', { timeout: 60_000 }, async () => {
  const level = async ({ previews }: Designed) => {
    const { samples } = await heard(new Uint8Array(Buffer.from(previews[0]?.audio_base64 ?? '', 'base64')))
    return decibels(samples)
  }
  const pitchesOf = ({ previews }: Designed) => previews.map(({ generated_voice_id: id }) => Number(id.split('-')[2]))
  const [usual, quiet] = [await designed({}), await designed({ loudness: -0.8 })]
  expect((await level(usual)) - (await level(quiet))).toBeCloseTo(8, 0)
  expect(quiet.previews[0]?.generated_voice_id).toBe(`${usual.previews[0]?.generated_voice_id}-minus8`)
  const guided = pitchesOf(await designed({ guidance_scale: 15 }))
  for (const [at, pitch] of pitchesOf(usual).entries()) expect(guided[at]).toBeLessThan(pitch)
  const enhanced = await designed({ should_enhance: true })
  expect(enhanced).toMatchObject({ sandbox: { prompt: expect.stringMatching(/^A deep voice, a (wo)?man, /) } })
})

test.each<[EndpointId, string, object, string]>([
  ['audio.voice-design', 'sandbox-voice-design', { prompt: 'Deep', loudness: 2 }, 'loudness'],
  ['audio.voice-design', 'sandbox-voice-design', { prompt: 'Deep', guidance_scale: -1 }, 'guidance_scale'],
  ['audio.sound-generation', 'sandbox-sound-effects', { text: 'x', prompt_influence: 2 }, 'prompt_influence'],
  ['audio.music', 'sandbox-music', { composition_plan: { sections: [] } }, 'composition_plan'],
  ['audio.music', 'sandbox-music', { composition_plan: { sections: [{ duration_ms: 900_000 }] } }, 'composition_plan'],
  ['audio.voice-change', 'sandbox-voice-change', { file: new Blob(['x']), voice: 'nobody' }, 'voice'],
  ['audio.voice-change', 'sandbox-voice-change', { file: new Blob(['x']), voice: 'alloy' }, 'file'],
  ['audio.voice-isolation', 'sandbox-isolation', { file: new Blob(['x'.repeat(999)]) }, 'file'],
  ['audio.voice-isolation', 'sandbox-isolation', { file: new Blob(['x']), file_format: 'mp3' }, 'file_format'],
  ['audio.voice-design', 'sandbox-voice-design', { prompt: '?' }, 'prompt'],
])('%s by %s of %j is refused, and its field named', { timeout: 60_000 }, async (endpoint, model, body, param) => {
  await expect(ask(endpoint, model, body)).rejects.toMatchObject({ status: 400, facts: { param } })
})
