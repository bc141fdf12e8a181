import { expect, test } from 'vitest'
import type { Downloaded } from '../../client/download/download.ts'
import type { FileSource } from '../../client/download/file-request.ts'
import { fetchContent } from './content.ts'

const connection = { baseUrl: 'https://router.example/v1', key: 'k', own: false }
const file: Downloaded = {
  status: 'file',
  file: { sha256: 'a', type: 'video/mp4', blob: new Blob(['x']) },
  head: { status: 200, headers: {}, at: 1 },
}
const failed = (status: number, kind: 'failed' | 'not-ready' | 'gone' = 'failed'): Downloaded => ({
  status: kind,
  error: { kind: 'api', message: `HTTP ${status}`, status },
})
const far: Downloaded = { status: 'elsewhere', url: 'https://cdn.example/a', trouble: 'not allowed' }
const near = 'https://router.example/files/a'

/** Fetches the content of a job; `net` answers for the route (`route`) and for URLs. */
async function contentOf(
  net: Readonly<Record<string, Downloaded>>,
  addresses: readonly string[] = [],
  endpoint: 'videos.create' | 'audio.dubbing' = 'videos.create',
) {
  const asked: string[] = []
  const download = async (_: unknown, source: FileSource) => {
    const name = source.endpoint === undefined ? source.url : `${source.endpoint} ${source.params.id}`
    asked.push(name)
    const found = net[name]
    if (!found) throw new Error('not loaded')
    return found
  }
  return { outcome: await fetchContent(download, { connection, endpoint, job: 'j', addresses }), asked }
}

const route = 'videos.content j'

test('the route is asked first, and nothing else where it gives the file', async () => {
  expect(await contentOf({ [route]: file }, [near])).toEqual({ outcome: file, asked: [route] })
})

test('without the route, what the job names is fetched, the connection’s own origin first', async () => {
  const { outcome, asked } = await contentOf(
    { [route]: failed(404, 'not-ready'), [near]: failed(500), '/b': failed(500), 'https://cdn.example/a': file },
    ['https://cdn.example/a', near, '/b', near],
  )
  expect(outcome).toEqual(file)
  expect(asked).toEqual([route, near, '/b', 'https://cdn.example/a'])
})

test('what the route names is fetched before what the job names', async () => {
  const named: Downloaded = { status: 'named', urls: ['https://cdn.example/new'], head: file.head }
  const { outcome, asked } = await contentOf({ [route]: named, 'https://cdn.example/new': file }, [
    'https://cdn.example/old',
  ])
  expect(outcome).toEqual(file)
  expect(asked).toEqual([route, 'https://cdn.example/new'])
})

test('a picture at an address is not the video', async () => {
  const still: Downloaded = { ...file, file: { ...file.file, type: 'image/webp' } }
  const net = { [route]: failed(404, 'not-ready'), '/poster': still, '/video': file }
  expect((await contentOf(net, ['/poster', '/video'])).outcome).toEqual(file)
  expect((await contentOf(net, ['/poster'])).outcome).toMatchObject({
    status: 'failed',
    error: { message: 'The job has an image URL, but no video URL.' },
  })
})

test('a job without a route of its own is fetched by its URLs alone', async () => {
  expect(await contentOf({ '/jobs/1': file }, ['/jobs/1'], 'audio.dubbing')).toEqual({
    outcome: file,
    asked: ['/jobs/1'],
  })
  expect((await contentOf({}, [], 'audio.dubbing')).outcome).toMatchObject({ status: 'failed' })
})

test.each<[string, Downloaded, Downloaded, string]>([
  ['a link says more than a failure', failed(500), far, 'elsewhere'],
  ['a link says more than a failure behind it', far, failed(500), 'elsewhere'],
  ['a failure says more than a missing route', failed(404, 'not-ready'), failed(403), 'failed'],
  ['the route says more than a URL', failed(409, 'not-ready'), failed(403), 'not-ready'],
  ['the route says that it is gone', failed(410, 'gone'), failed(403), 'gone'],
  ['the person has cancelled', failed(500), { status: 'cancelled' }, 'cancelled'],
])('%s', async (_, first, second, status) => {
  expect((await contentOf({ [route]: first, [near]: second }, [near])).outcome.status).toBe(status)
})

test('a wait is told, and code that does not load is a failure', async () => {
  const error = { kind: 'api', message: 'soon', status: 409, retryAfter: 7 } as const
  expect((await contentOf({ [route]: { status: 'not-ready', error } })).outcome).toEqual({
    status: 'not-ready',
    error,
  })
  expect((await contentOf({})).outcome).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('did not load') },
  })
})
