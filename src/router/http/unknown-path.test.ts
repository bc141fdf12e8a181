import { expect, test } from 'vitest'
import { testRouter } from '../testing/test-router.ts'

const { router } = testRouter()

async function refusal(method: string, path: string) {
  const reply = await router.request(path, { method, headers: { host: '127.0.0.1:8787' } })
  const { error } = await reply.json()
  return { status: reply.status, ...error }
}

test.each([
  ['POST', '/v1/chat/completions', 'POST /v1/responses, which also takes messages'],
  ['POST', '/v1/completions', 'POST /v1/responses'],
  ['POST', '/v1/messages', 'POST /v1/responses'],
  ['POST', '/v1/messages/count_tokens', 'POST /v1/responses'],
  ['POST', '/v1/embeddings', 'POST /v1/responses'],
  ['POST', '/v1/moderations', 'GET /openapi.json'],
  ['GET', '/v1/files', 'GET /openapi.json'],
  ['POST', '/v1/engines/davinci/completions', 'POST /v1/responses'],
  ['GET', '/v1/responses/resp_1', 'POST /v1/responses'],
  ['POST', '/v1beta/models/gemini-2.5-pro:generateContent', 'POST /v1/responses'],
  ['POST', '/api/chat', 'POST /v1/responses'],
  ['POST', '/chat/completions', 'POST /v1/responses'],
  ['POST', '/v1/v1/responses', 'POST /v1/responses'],
  ['POST', '/v1/responses/', 'POST /v1/responses'],
  ['POST', '/openai/v2/images/generations', 'POST /v1/images/generations'],
  ['POST', '/v1/images/variations', 'POST /v1/images/edits'],
  ['POST', '/v1/video/generations', 'POST /v1/videos'],
  ['POST', '/v1/videos/video_1/remix', 'POST /v1/videos'],
  ['POST', '/v1/audio/translations', 'POST /v1/audio/transcriptions'],
  ['POST', '/v1/text-to-speech/21m00/stream', 'POST /v1/audio/speech'],
  ['POST', '/v1/speech-to-text', 'POST /v1/audio/transcriptions'],
  ['POST', '/v1/speech-to-speech/21m00', 'POST /v1/audio/voice-change'],
  ['POST', '/v1/sound-generation', 'POST /v1/audio/sound-generation'],
  ['POST', '/v1/audio-isolation', 'POST /v1/audio/voice-isolation'],
  ['POST', '/v1/text-to-voice/design', 'POST /v1/audio/voice-design'],
  ['GET', '/v1/models/gen-5.4-pro', 'GET /v1/models'],
  ['GET', '/v2/models', 'GET /v1/models'],
])('%s %s is a 404 that names %s', async (method, path, named) => {
  expect(await refusal(method, path)).toMatchObject({
    status: 404,
    type: 'invalid_request_error',
    code: 'not_found',
    stage: 'not_sent',
    message: expect.stringContaining(named),
  })
})

test('a file that is not there is only not found', async () => {
  expect((await refusal('GET', '/favicon.ico')).message).toBe('Not found: this path does not exist.')
})
