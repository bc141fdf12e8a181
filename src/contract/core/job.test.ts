import { describe, expect, it } from 'vitest'
import { contentAddresses, type JobFacts, jobOf } from './job.ts'
import { jobState } from './job-state.ts'

const words: [string, string | undefined][] = [
  ...'queued pending submitted preparing queueing starting throttled in_queue not_started created waiting scheduled'
    .split(' ')
    .map((word): [string, string] => [word, 'queued']),
  ...'in_progress processing running preprocessing rendering generating started dreaming dubbing cloning unknown'
    .split(' ')
    .map((word): [string, string] => [word, 'running']),
  ...'completed succeeded succeed success done ready finished complete dubbed'
    .split(' ')
    .map((word): [string, string] => [word, 'completed']),
  ...'failed fail failure error rejected moderated content_filtered expired cancelled canceled'
    .split(' ')
    .map((word): [string, string] => [word, 'failed']),
  ['In Progress', 'running'],
  ['not-started', 'queued'],
  ['marinating', undefined],
  ['constructor', undefined],
]

it.each(words)('%s is %s, in any case', (word, state) => {
  for (const one of [word, word.toUpperCase()]) {
    expect(jobState(one)).toBe(state)
    const { state: read, word: kept, id } = jobOf({ id: 'v', status: one })
    expect([read, kept, id]).toEqual([state, one, 'v'])
  }
})

const url = 'https://media.example/v.mp4'

describe('a job is read from the reply of', () => {
  it.each<[string, object, JobFacts]>([
    [
      'OpenAI',
      {
        ...{ id: 'video_1', object: 'video', model: 'sora-2', status: 'in_progress', progress: 33, seconds: '8' },
        ...{ created_at: 1_712_697_600, completed_at: null, expires_at: 1_712_784_000, prompt: 'A fox', error: null },
      },
      {
        ...{ state: 'running', word: 'in_progress', id: 'video_1', progress: 33, model: 'sora-2', prompt: 'A fox' },
        ...{ createdAt: 1_712_697_600_000, expiresAt: 1_712_784_000_000 },
      },
    ],
    [
      'OpenAI, failed',
      { id: 'v', status: 'failed', progress: 80, error: { code: 'moderation_blocked', message: 'No.' } },
      { state: 'failed', word: 'failed', id: 'v', progress: 80, error: { code: 'moderation_blocked', message: 'No.' } },
    ],
    [
      'LiteLLM',
      { id: 'dmlkZW9f/+=', object: 'video', status: 'queued', usage: { duration_seconds: 8 } },
      { state: 'queued', word: 'queued', id: 'dmlkZW9f/+=' },
    ],
    [
      'new-api',
      { id: 't1', task_id: 't1', status: 'completed', metadata: { url } },
      { state: 'completed', word: 'completed', id: 't1', addresses: [url] },
    ],
    [
      'new-api, wrapped',
      {
        code: 'success',
        message: '',
        data: { task_id: 't1', status: 'FAILURE', fail_reason: 'Too busy', progress: '45%' },
      },
      { state: 'failed', word: 'FAILURE', id: 't1', error: 'Too busy', progress: 45 },
    ],
    [
      'an envelope with a word of its own',
      { status: 'success', data: { task_id: 't1', status: 'processing' } },
      { state: 'running', word: 'processing', id: 't1' },
    ],
    [
      'aimock',
      { id: 'v', status: 'completed', created_at: 1_700_000_000, url },
      { state: 'completed', word: 'completed', id: 'v', createdAt: 1_700_000_000_000, addresses: [url] },
    ],
    [
      'OpenRouter',
      { id: 'g', polling_url: '/api/v1/videos/g', status: 'pending', generation_id: 'gen-1', usage: { cost: 1 } },
      { state: 'queued', word: 'pending', id: 'g', statusAddress: '/api/v1/videos/g' },
    ],
    [
      'OpenRouter, completed',
      { id: 'g', polling_url: 'https://r.example/g', status: 'completed', urls: [`${url}?s=1`], unsigned_urls: [url] },
      {
        ...{ state: 'completed', word: 'completed', id: 'g', statusAddress: 'https://r.example/g' },
        ...{ addresses: [url, `${url}?s=1`] },
      },
    ],
    [
      'OpenRouter, failed',
      { id: 'g', status: 'failed', error: 'Provider failed' },
      { state: 'failed', word: 'failed', id: 'g', error: 'Provider failed' },
    ],
    [
      'Runway',
      { id: 'r', status: 'SUCCEEDED', createdAt: '2024-06-27T19:49:32.334Z', output: [url] },
      { state: 'completed', word: 'SUCCEEDED', id: 'r', createdAt: 1_719_517_772_334, addresses: [url] },
    ],
    [
      'Runway, failed',
      { id: 'r', status: 'FAILED', failure: 'Blocked', failureCode: 'SAFETY' },
      { state: 'failed', word: 'FAILED', id: 'r', error: 'Blocked' },
    ],
    [
      'Replicate',
      { id: 'p', status: 'succeeded', output: url, urls: { get: 'https://r.example/p' } },
      { state: 'completed', word: 'succeeded', id: 'p', addresses: [url] },
    ],
    [
      'BytePlus',
      { id: 'cgt-1', status: 'succeeded', content: { video_url: url } },
      { state: 'completed', word: 'succeeded', id: 'cgt-1', addresses: [url] },
    ],
    [
      'Luma',
      { id: 'l', state: 'dreaming', failure_reason: null, assets: { video: null } },
      { state: 'running', word: 'dreaming', id: 'l' },
    ],
    [
      'Luma, completed',
      { id: 'l', state: 'completed', assets: { video: url } },
      { state: 'completed', word: 'completed', id: 'l', addresses: [url] },
    ],
    [
      'Kling',
      { code: 0, request_id: 'q', data: { task_id: 'k', task_status: 'succeed', task_result: {} } },
      { state: 'completed', word: 'succeed', id: 'k' },
    ],
    [
      'xAI',
      { status: 'done', video: { url, duration: 8 }, model: 'grok' },
      { state: 'completed', word: 'done', addresses: [url], model: 'grok' },
    ],
    [
      'a list of results',
      { id: 'v', status: 'finished', data: [{ url }], progress: 0.5 },
      { state: 'completed', word: 'finished', id: 'v', addresses: [url], progress: 50 },
    ],
    ['dubbing at its creation', { dubbing_id: 'd', expected_duration_sec: 12.5 }, { state: 'queued', id: 'd' }],
    [
      'dubbing of our own router',
      { dubbing_id: 'd', status: 'dubbed', status_url: '/jobs/d', result_urls: { de: '/jobs/d/content?lang=de' } },
      {
        ...{ state: 'completed', word: 'dubbed', id: 'd', statusAddress: '/jobs/d' },
        ...{ addresses: ['/jobs/d/content?lang=de'] },
      },
    ],
    [
      'Google, begun',
      { name: 'models/veo/operations/o', done: false, metadata: { progressPercent: 20 } },
      { state: 'running', word: 'in progress', id: 'models/veo/operations/o', progress: 20 },
    ],
    [
      'Google, completed',
      {
        ...{ name: 'operations/o', done: true },
        response: {
          generateVideoResponse: { generatedSamples: [{ video: { uri: 'https://g.example/f/1:download' } }] },
        },
      },
      { state: 'completed', word: 'done', id: 'operations/o', addresses: ['https://g.example/f/1:download'] },
    ],
    [
      'Google, failed',
      { name: 'operations/o', done: true, error: { code: 3, message: 'No.' } },
      { state: 'failed', word: 'failed', id: 'operations/o', error: { code: 3, message: 'No.' } },
    ],
    [
      'Google, filtered',
      {
        ...{ name: 'operations/o', done: true },
        response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Against rules.'] } },
      },
      { state: 'failed', word: 'content_filtered', id: 'operations/o', error: 'Against rules.' },
    ],
    [
      'Kling, completed',
      { code: 0, request_id: 'q', data: { task_id: 'k', task_status: 'succeed', task_result: { videos: [{ url }] } } },
      { state: 'completed', word: 'succeed', id: 'k', addresses: [url] },
    ],
    [
      'DashScope',
      {
        request_id: 'q',
        output: { task_id: 'a', task_status: 'FAILED', code: 'Bad', message: 'prompt was against rules' },
      },
      { state: 'failed', word: 'FAILED', id: 'a', error: 'prompt was against rules' },
    ],
    [
      'Leonardo',
      { generation: { id: 'l', status: 'COMPLETE', generations: [{ url: 'https://c.example/x.jpg', mp4: url }] } },
      { state: 'completed', word: 'COMPLETE', id: 'l', addresses: [url] },
    ],
    [
      'a list of one',
      { data: [{ id: 'one', status: 'processing' }] },
      { state: 'running', word: 'processing', id: 'one' },
    ],
    [
      'a state with details of its own',
      { id: 's', status: { state: 'FAILED', message: 'No.' } },
      { state: 'failed', word: 'FAILED', id: 's', error: 'No.' },
    ],
    ['a result with an id', { id: 'voice_1', name: 'Anna' }, {}],
    ['nothing', {}, {}],
  ])('%s', (_, reply, facts) => {
    expect(jobOf({ ...reply })).toEqual(facts)
  })
})

it.each<[unknown, number | undefined]>([
  [0, 0],
  [1, 1],
  [45, 45],
  [45.5, 45.5],
  [100, 100],
  [0.45, 45],
  [0.999, 99.9],
  ['45%', 45],
  [' 45 % ', 45],
  ['0.5%', 0.5],
  ['0.45', 45],
  ['45', 45],
  [101, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  ['half', undefined],
  ['400%', undefined],
  [null, undefined],
  [{ percent: 4 }, undefined],
])('a progress of %j is %j percent', (progress, percent) => {
  const read = jobOf({ status: 'running', progress }).progress
  if (percent === undefined) expect(read).toBeUndefined()
  else expect(read).toBeCloseTo(percent, 9)
})

it.each<[unknown, number | undefined]>([
  [1_700_000_000, 1_700_000_000_000],
  [1_700_000_000.5, 1_700_000_000_500],
  [1_700_000_000_123, 1_700_000_000_123],
  ['1700000000', 1_700_000_000_000],
  ['2023-11-14T22:13:20Z', 1_700_000_000_000],
  [0, undefined],
  [-5, undefined],
  ['soon', undefined],
  [1e300, undefined],
])('a time of %j is %j', (expires_at, ms) => {
  expect(jobOf({ status: 'running', expires_at }).expiresAt).toBe(ms)
})

it.each(['id', 'task_id', 'job_id', 'video_id', 'dubbing_id', 'generation_id', 'request_id', 'name'])(
  'the id may be called %s, and be a number',
  (name) => {
    expect(jobOf({ status: 'queued', [name]: 'j' }).id).toBe('j')
    expect(jobOf({ status: 'queued', [name]: 12 }).id).toBe('12')
  },
)

it.each<[string, object, readonly string[]]>([
  ['under any name, at any depth', { a: [{ b: { c: url } }] }, [url]],
  [
    'signed, without a type in its name',
    { a: { b: 'https://c.example/x?sig=1.png' } },
    ['https://c.example/x?sig=1.png'],
  ],
  [
    'movies first',
    { link: 'https://c.example/x', video: { thumbnail: 'https://c.example/t', file: { q: url } } },
    [url, 'https://c.example/x'],
  ],
  [
    'none of pictures',
    { image_url: 'https://c.example/i', covers: ['https://c.example/i'], url: 'https://c.example/i.png?x=1' },
    [],
  ],
  [
    'none that was sent or is asked',
    { input: { clip: url }, callback_url: url, cancel_url: url, urls: { get: url } },
    [],
  ],
  ['a movie called a preview', { preview: url }, [url]],
])('the addresses of a completed job: %s', (_, reply, addresses) => {
  expect(jobOf({ id: 'j', status: 'completed', ...reply }).addresses ?? []).toEqual(addresses)
  expect(jobOf({ id: 'j', status: 'running', a: url }).addresses).toBeUndefined()
})

it('addresses are URLs and paths, each once, and neither data nor text', () => {
  expect(
    contentAddresses({ video_url: url, url, output: [url, '/v/1', 'data:video/mp4;base64,AAAA', 'done'] }),
  ).toEqual([...[url, '/v/1']])
  expect(contentAddresses({ url: `https://x.example/${'a'.repeat(9000)}` })).toEqual([])
})
