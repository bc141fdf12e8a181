import { expect, test } from 'vitest'
import { createPublicFiles } from '../../../http/public-file.ts'
import { withSource } from './audio-answers.ts'

async function* content(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('RIFF')
}

const files = createPublicFiles([], {
  resolve: async (name) => (name === 'a.example' ? ['93.184.215.14'] : ['10.0.0.1']),
  get: async () => ({ status: 200, headers: {}, body: content(), close: () => {} }),
})

const asked = (endpoint: 'audio.dubbing' | 'audio.speech', body: object) =>
  withSource(
    {
      ...{ endpoint, model: 'm', body: { model: 'm', ...body }, params: {}, requestId: 'req_1' },
      signal: new AbortController().signal,
    },
    files,
  )

test.each([
  ['source_url', 'https://a.example/a.wav'],
  ['url', ' https://a.example/a.wav'],
  ['cloud_storage_url', 'https://a.example/a.wav'],
  ['file', 'https://a.example/a.wav'],
  ['audio', { url: 'https://a.example/a.wav' }],
])('%s may be an address: its file takes its place', async (field, value) => {
  const file = (await asked('audio.dubbing', { [field]: value }))[field]
  expect(file instanceof Blob && (await file.text())).toBe('RIFF')
})

test('a file, base64 and a data URL stay as they are, and only recordings are fetched', async () => {
  for (const file of [new Blob(['x']), 'UklGRg==', 'data:audio/wav;base64,UklGRg=='])
    expect((await asked('audio.dubbing', { file })).file).toBe(file)
  const url = 'https://a.example/a.wav'
  expect((await asked('audio.speech', { url })).url).toBe(url)
})

test('an address that is not fetched is a 400 that names its field', async () => {
  await expect(asked('audio.dubbing', { source_url: 'https://inside.example/a.wav' })).rejects.toMatchObject({
    ...{ status: 400, code: 'source_not_fetched', message: /source_url: .* not on the public internet/ },
    facts: { param: 'source_url' },
  })
})
