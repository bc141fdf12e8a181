import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { fakeUpstream, formIn, type Received, sendJson, upstreamKey } from '../../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../../testing/test-router.ts'
import { createElevenLabs, listModels } from './elevenlabs.ts'

const entry = { id: 'say', object: 'model' as const, voice_ids: { Rachel: 'r1' } }
const models = { entries: [entry], upstreamId: () => 'eleven_v3' }
const sound = Buffer.from([0xff, 0xfb, 1, 2])
const headers = { authorization: `Bearer ${testKey}` }

/** A router with ElevenLabs alone, before a fake that answers as told: with a sound by default. */
async function routerBefore(
  handle: Parameters<typeof fakeUpstream>[0] = (_, reply) =>
    reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(sound),
) {
  const { upstream, received } = await fakeUpstream(handle)
  const provider = createElevenLabs({ upstream: { ...upstream, headers: { 'xi-api-key': upstreamKey } }, models })
  const { url, close } = await startTestRouter({ providers: [provider] })
  onTestFinished(close)
  const post = (id: EndpointId, body: object | FormData) =>
    fetch(`${url}/v1${endpoints[id].path}`, {
      method: 'POST',
      ...(body instanceof FormData
        ? { headers, body }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  return { url, post, received }
}

const jsonOf = ({ body }: Received) => JSON.parse(body.toString())

/** The texts of a form, and its files as text. */
const fieldsOf = async (received: Received) =>
  Object.fromEntries(
    await Promise.all(
      [...(await formIn(received))].map(async ([name, value]) => [
        name,
        typeof value === 'string' ? value : await value.text(),
      ]),
    ),
  )

const recording = new File(['RIFF....WAVE'], 'talk.wav', { type: 'audio/wav' })

test.each<[EndpointId, object, string, object]>([
  [
    'audio.speech',
    { input: 'Hi', voice: 'Rachel', speed: 1.1, response_format: 'pcm', voice_settings: { style: 0.2 }, seed: 7 },
    '/v1/text-to-speech/r1?output_format=pcm_24000',
    { text: 'Hi', model_id: 'eleven_v3', voice_settings: { style: 0.2, speed: 1.1 }, seed: 7 },
  ],
  [
    'audio.speech',
    { input: 'Hi', voice: 'a/b', stream_format: 'audio' },
    '/v1/text-to-speech/a%2Fb/stream',
    { text: 'Hi', model_id: 'eleven_v3' },
  ],
  [
    'audio.speech',
    { input: 'Hi', voice: 'Rachel', enable_logging: false, optimize_streaming_latency: 2 },
    '/v1/text-to-speech/r1?enable_logging=false&optimize_streaming_latency=2',
    { text: 'Hi', model_id: 'eleven_v3' },
  ],
  [
    'audio.voice-design',
    { prompt: 'old pirate', output_format: 'mp3_44100_192' },
    '/v1/text-to-voice/design?output_format=mp3_44100_192',
    { voice_description: 'old pirate', model_id: 'eleven_v3', auto_generate_text: true },
  ],
  [
    'audio.music',
    { prompt: 'calm', music_length_ms: 5000 },
    '/v1/music',
    { prompt: 'calm', music_length_ms: 5000, model_id: 'eleven_v3' },
  ],
  [
    'audio.music',
    { composition_plan: { sections: [] }, stream: true },
    '/v1/music/stream',
    { composition_plan: { sections: [] }, model_id: 'eleven_v3' },
  ],
  [
    'audio.sound-generation',
    { prompt: 'rain', duration_seconds: 2, loop: true },
    '/v1/sound-generation',
    { text: 'rain', duration_seconds: 2, loop: true, model_id: 'eleven_v3' },
  ],
])('%s %j is asked for at %s', async (id, body, path, sent) => {
  const { post, received } = await routerBefore()
  const reply = await post(id, { model: 'say', ...body })
  expect([reply.status, Buffer.from(await reply.arrayBuffer())]).toEqual([200, sound])
  expect(received).toMatchObject([{ path, headers: { 'xi-api-key': upstreamKey } }])
  expect(received.map(jsonOf)).toEqual([sent])
})

test.each<[EndpointId, Record<string, string>, string, object]>([
  [
    'audio.voice-change',
    { voice: 'Rachel', voice_settings: '{"style":1}', seed: '4' },
    '/v1/speech-to-speech/r1',
    { audio: 'RIFF....WAVE', model_id: 'eleven_v3', voice_settings: '{"style":1}', seed: '4' },
  ],
  [
    'audio.transcriptions',
    { enable_logging: 'false' },
    '/v1/speech-to-text?enable_logging=false',
    { file: 'RIFF....WAVE', model_id: 'eleven_v3' },
  ],
  [
    'audio.voice-isolation',
    { file_format: 'other' },
    '/v1/audio-isolation',
    { audio: 'RIFF....WAVE', file_format: 'other' },
  ],
  [
    'audio.transcriptions',
    { language: 'en', diarize: 'true', num_speakers: '2' },
    '/v1/speech-to-text',
    { file: 'RIFF....WAVE', model_id: 'eleven_v3', language_code: 'en', diarize: 'true', num_speakers: '2' },
  ],
])('%s sends the recording as a form to %s', async (id, fields, path, sent) => {
  const { post, received } = await routerBefore()
  const form = new FormData()
  form.append('model', 'say')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', recording)
  expect((await post(id, form)).status).toBe(200)
  expect(received.map(({ path: at }) => at)).toEqual([path])
  expect(await Promise.all(received.map(fieldsOf))).toEqual([sent])
})

const said = {
  language_code: 'eng',
  text: 'Hello there. (laughs) Yes',
  audio_duration_secs: 4,
  words: [
    { text: 'Hello', start: 0, end: 0.5, type: 'word', speaker_id: 'speaker_0' },
    { text: ' ', start: 0.5, end: 0.6, type: 'spacing', speaker_id: 'speaker_0' },
    { text: 'there.', start: 0.6, end: 1, type: 'word', speaker_id: 'speaker_0' },
    { text: '(laughs)', start: 1, end: 2, type: 'audio_event', speaker_id: 'speaker_0' },
    { text: 'Yes', start: 3, end: 3.5, type: 'word', speaker_id: 'speaker_1' },
  ],
  additional_formats: [{ requested_format: 'srt', content: '1\n00:00:00,000 --> 00:00:01,000\nHello there.\n' }],
}

test('a transcript comes in each format, its words as they were said', async () => {
  const { post, received } = await routerBefore((_, reply) => sendJson(reply, said))
  const ask = async (response_format: string) =>
    post('audio.transcriptions', { model: 'say', file: 'UklGRg==', response_format })
  expect(await (await ask('json')).json()).toEqual(said)
  expect(await (await ask('text')).text()).toBe(said.text)
  expect(await (await ask('vtt')).text()).toBe('WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\nHello there.\n')
  expect(await (await ask('srt')).text()).toContain('00:00:01,000')
  expect(await (await ask('verbose_json')).json()).toMatchObject({
    duration: 4,
    words: [{ word: 'Hello', start: 0, end: 0.5 }, { word: 'there.' }, { word: 'Yes' }],
    segments: [
      { text: 'Hello there.', start: 0, end: 1 },
      { text: 'Yes', start: 3, end: 3.5 },
    ],
  })
  expect(await (await ask('diarized_json')).json()).toMatchObject({
    segments: [{ speaker: 'speaker_0' }, { speaker: 'speaker_1' }],
  })
  const formats = await Promise.all(received.map(fieldsOf))
  expect(formats.map((one) => one.additional_formats)).toContain('[{"format":"srt"}]')
})

test('lists of objects go along as JSON, lists of texts as one field each', async () => {
  const { post, received } = await routerBefore((_, reply) => sendJson(reply, said))
  const further = { additional_formats: [{ format: 'docx' }], entity_detection: ['pii', 'phi'] }
  await post('audio.transcriptions', { model: 'say', file: 'UklGRg==', ...further })
  const [form] = await Promise.all(received.map(formIn))
  expect(form?.getAll('additional_formats')).toEqual(['[{"format":"docx"}]'])
  expect(form?.getAll('entity_detection')).toEqual(['pii', 'phi'])
})

test.each([
  [200, { transcripts: [{ text: 'Hello', channel_index: 0 }], transcription_id: 't' }],
  [202, { message: 'Request processed successfully', request_id: 'r', transcription_id: 't' }],
])('a reply without one text (%i %j) is not lost in a format that has no place for it', async (status, reply) => {
  const { post } = await routerBefore((_, out) => sendJson(out, reply, status))
  const ask = (response_format: string) =>
    post('audio.transcriptions', { model: 'say', file: 'UklGRg==', response_format })
  for (const format of ['text', 'verbose_json', 'srt']) {
    const answered = await ask(format)
    expect([answered.status, await answered.json()]).toEqual([status, reply])
  }
})

test('the id of a song reaches the client', async () => {
  const { post } = await routerBefore((_, reply) =>
    reply.writeHead(200, { 'content-type': 'audio/mpeg', 'song-id': 's1' }).end(sound),
  )
  expect((await post('audio.music', { model: 'say', prompt: 'calm' })).headers.get('song-id')).toBe('s1')
})

test('speech as events has every piece with its times, and an end only where the stream had one', async () => {
  const line = (piece: string) => `${JSON.stringify({ audio_base64: piece, alignment: { characters: ['H'] } })}\n`
  let breaks = false
  const { post, received } = await routerBefore((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', ...(breaks && { 'content-length': '999' }) })
    reply.write(line('AAAA') + line('BBBB').slice(0, 9))
    reply.write(line('BBBB').slice(9))
    if (breaks) setTimeout(() => reply.destroy(), 10)
    else reply.end()
  })
  const asked = { model: 'say', input: 'Hi', voice: 'x', stream_format: 'sse' }
  const events = await (await post('audio.speech', asked)).text()
  expect(received[0]?.path).toBe('/v1/text-to-speech/x/stream/with-timestamps')
  expect(events.match(/data: .*/g)?.map((one) => JSON.parse(one.slice(6)))).toEqual([
    { type: 'speech.audio.delta', audio: 'AAAA', alignment: { characters: ['H'] } },
    { type: 'speech.audio.delta', audio: 'BBBB', alignment: { characters: ['H'] } },
    { type: 'speech.audio.done' },
  ])
  breaks = true
  await expect((await post('audio.speech', asked)).text()).rejects.toThrow()
})

test.each(['', '{"detail":{"status":"quota_exceeded","message":"No credits"}}\n'])(
  'speech as events without a sound (%j) is an error that may be billed',
  async (body) => {
    const { post } = await routerBefore((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const reply = await post('audio.speech', { model: 'say', input: 'Hi', voice: 'x', stream_format: 'sse' })
    expect([reply.status, (await reply.json()).error]).toMatchObject([502, { stage: 'accepted', retry: 'ask' }])
  },
)

test('a dub is a job: created, followed, and fetched by language, also its subtitles', async () => {
  let status = 'dubbing'
  const { post, url, received } = await routerBefore(({ method, path }, reply) => {
    if (method === 'POST') sendJson(reply, { dubbing_id: 'd1', expected_duration_sec: 3 })
    else if (path === '/v1/dubbing/d1')
      sendJson(reply, { dubbing_id: 'd1', name: 'n', status, target_languages: ['es'], error: null })
    else if (status === 'dubbed') reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(path)
    else sendJson(reply, { detail: { status: 'dubbing_not_ready', message: 'Not ready' } }, 425)
  })
  const get = (path: string) => fetch(`${url}${path}`, { headers })
  const job = await (
    await post('audio.dubbing', { model: 'say', source_url: 'https://a.example/b.mp4', target_lang: 'es' })
  ).json()
  expect(await fieldsOf(received[0] as Received)).toEqual({ source_url: 'https://a.example/b.mp4', target_lang: 'es' })
  expect(job).toMatchObject({ status: 'queued', expected_duration_sec: 3, status_url: `/jobs/${job.dubbing_id}` })
  expect(await (await get(job.status_url)).json()).not.toHaveProperty('result_urls')
  expect((await get(`${job.status_url}/content`)).status).toBe(404)
  status = 'dubbed'
  const ready = await (await get(job.status_url)).json()
  expect(await (await get(ready.result_urls.es)).text()).toBe('/v1/dubbing/d1/audio/es')
  expect(await (await get(ready.caption_urls.es)).text()).toBe('/v1/dubbing/d1/transcript/es?format_type=srt')
})

test.each<[EndpointId, object, string]>([
  ['audio.speech', { input: 'x', voice: 'x', instructions: 'softly' }, 'instructions'],
  ['audio.speech', { input: 'x', voice: 'x', response_format: 'flac' }, 'response_format'],
  ['audio.speech', { input: 'x' }, 'voice'],
  ['audio.transcriptions', { file: 'UklGRg==', prompt: 'names' }, 'prompt'],
  ['audio.voice-isolation', { source_url: 'https://a.example/b.mp3' }, 'source_url'],
  ['audio.dubbing', { file: 'UklGRg==', target_languages: ['es', 'fr'] }, 'target_languages'],
])('%s with %j is refused by its field %s, and nothing is sent', async (id, body, param) => {
  const { post, received } = await routerBefore()
  const reply = await post(id, { model: 'say', ...body })
  expect([reply.status, (await reply.json()).error]).toMatchObject([400, { param, stage: 'not_sent' }])
  expect(received).toEqual([])
})

test('models are listed with what they can do, and the account’s voices by name', async () => {
  const { upstream } = await fakeUpstream(({ path }, reply) =>
    sendJson(
      reply,
      path.endsWith('/voices')
        ? { voices: [{ voice_id: 'r1', name: 'Rachel' }] }
        : [
            {
              model_id: 'eleven_v3',
              name: 'Eleven v3',
              can_do_text_to_speech: true,
              languages: [{ language_id: 'en' }],
            },
            { model_id: 'sts', can_do_voice_conversion: true },
            { model_id: 'other' },
          ],
    ),
  )
  const listed = await listModels(upstream, new AbortController().signal)
  expect(listed.slice(0, 2)).toMatchObject([
    {
      id: 'eleven_v3',
      capabilities: ['audio.speech', 'streaming'],
      supported_voices: ['Rachel'],
      voice_ids: { Rachel: 'r1' },
    },
    { id: 'sts', capabilities: ['audio.voice-change'] },
  ])
  const parametersOf = (id: string) => listed.find((entry) => entry.id === id)?.supported_parameters
  // What a request is refused for is not listed, so that forms do not offer it.
  expect(parametersOf('eleven_v3')).not.toContain('instructions')
  expect(parametersOf('scribe_v2')).not.toContain('prompt')
  for (const id of ['sts', 'elevenlabs-voice-isolation']) {
    expect(parametersOf(id)).toContain('file')
    expect(parametersOf(id)).not.toContain('source_url')
  }
  expect(listed[0]).toMatchObject({ supported_formats: ['mp3', 'opus', 'wav', 'pcm'] })
  expect(listed.map(({ id }) => id)).not.toContain('other')
})
