import { expect, test } from 'vitest'
import { jobIn } from './job-id.ts'

test.each([
  ['video_68d7', 'video_68d7'],
  ['  "video_68d7",\n', 'video_68d7'],
  ['/v1/videos/video_1/content?variant=thumbnail', 'video_1'],
  ['{"id":"video_9","object":"video","status":"queued"}', 'video_9'],
  ['{"id":"video_9","object":"video"}', 'video_9'],
  ['{"data":{"task_id":"t-1","status":"SUBMITTED"}}', 't-1'],
  ['task:with/a%20slash?', 'task:with/a%20slash?'],
])('the id of a job is read from %j', (pasted, id) => {
  expect(jobIn(pasted)).toEqual({ id })
})

test('a URL gives the id decoded, and the base URL', () => {
  expect(jobIn('curl -s https://router.test/v1/videos/a%2Fb%3D%3D -H "authorization: Bearer x"')).toEqual({
    ...{ id: 'a/b==', baseUrl: 'https://router.test/v1' },
  })
})

test.each(['', '  ', 'two words', '{"status":"queued"}', '{broken', '<html>', 'x'.repeat(2001)])(
  'there is none in %j',
  (pasted) => {
    expect(jobIn(pasted)).toBeUndefined()
  },
)
