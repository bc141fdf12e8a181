import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import { createClient } from '../../client/client.ts'
import type { RequestPart } from '../../client/exchange.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { repeatOf, runRecord } from '../history/run-record.ts'
import type { RunDraft } from '../run-draft.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { openPage, type Page, sampleDraft } from '../testing/open-page.ts'
import { toolsOf } from '../tools-of.ts'
import { isEnded } from './states.ts'

const pages: Page[] = []
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const picture = (n: number) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const reply = () => Response.json({ data: [{ b64_json: base64(picture(9)) }, { b64_json: base64(picture(9)) }] })

const parts: readonly RequestPart[] = [
  { kind: 'file', name: 'image', file: { name: 'one.png', blob: new Blob([picture(1)], { type: 'image/png' }) } },
  { kind: 'text', name: 'prompt', value: 'A tide\nin two lines' },
  { kind: 'file', name: 'mask', file: { name: 'mask.png', blob: new Blob([picture(1)], { type: 'image/png' }) } },
  { kind: 'file', name: 'image', file: { name: 'two.png', blob: new Blob([picture(2)], { type: 'image/png' }) } },
]

const edit = (change: Partial<RunDraft> = {}) =>
  sampleDraft({ endpoint: 'images.edits', request: undefined, parts, ...change })

type SentPart = readonly [name: string, value: string, file?: string, type?: string]

/** A page whose requests end at `answer`; what was sent stands in `sent`. */
async function page(answer: (request: Request) => Response | Promise<Response> = reply) {
  const sent: SentPart[][] = []
  const name = crypto.randomUUID()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const form = await request.clone().formData()
    const read = [...form].map(async ([part, value]): Promise<SentPart> => {
      if (typeof value === 'string') return [part, value]
      return [part, Buffer.from(await value.arrayBuffer()).toString('hex'), value.name, value.type]
    })
    sent.push(await Promise.all(read))
    return await answer(request)
  }
  const router = { stream: createClient(sampleDraft().connection, { fetch: send }).stream }
  const one = await openPage({ name, locks: createFakeLocks().page(), router })
  pages.push(one)
  return { ...one, name, sent }
}

async function ran(one: Page, draft = edit()): Promise<string> {
  const outcome = await one.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(`It was ${outcome.status}.`)
  await one.until(outcome.id, (run) => isEnded(run.status))
  return outcome.id
}

const hex = (n: number) => Buffer.from(picture(n)).toString('hex')

it('files are in the ledger with their row before anything is sent, each once', async () => {
  const seen: unknown[] = []
  const one = await page(async (request) => {
    const id = request.headers.get('idempotency-key') ?? ''
    const other = await openLedger({ name: one.name })
    seen.push(await other.get(id), ...(await other.bodies([id])), await (await other.history()).assets(id))
    other.close()
    return reply()
  })
  const id = await ran(one)
  expect(seen[0]).toMatchObject({ id, status: 'sending' })
  expect(seen[1]).toMatchObject({ id, request: undefined, parts: [{ file: { name: 'one.png' } }, {}, {}, {}] })
  expect(seen[2]).toHaveLength(2)
  expect(seen[2]).toEqual(
    expect.arrayContaining(
      [1, 2].map((n) => expect.objectContaining({ run: id, role: 'input', sha256: sha256Hex(picture(n)) })),
    ),
  )
})

it('what came is an asset of the run, each file once, and its result names it', async () => {
  const one = await page()
  const id = await ran(one)
  const record = await runRecord(toolsOf(one.runs), id)
  const outputs = record?.assets.filter(({ role }) => role === 'output') ?? []
  expect(outputs.map(({ type, sha256, size }) => [type, sha256, size])).toEqual([
    ['image/png', sha256Hex(picture(9)), picture(9).length],
  ])
  expect(Buffer.from((await outputs[0]?.blob.arrayBuffer()) ?? new ArrayBuffer(0)).toString('hex')).toBe(hex(9))
  expect(record?.result.outputs).toEqual(
    [0, 1].map((index) => ({ kind: 'media', index, sha256: sha256Hex(picture(9)) })),
  )
  expect(record?.run).toMatchObject({ status: 'completed', saved: true, output: { sha256: expect.any(String) } })
  expect(record?.run.fresh).toBeUndefined()
})

it('a request of files is told by its fields and by what its files are', async () => {
  const one = await page()
  const record = await runRecord(toolsOf(one.runs), await ran(one))
  const file = (name: string, n: number) => ({ name, type: 'image/png', size: 69, sha256: sha256Hex(picture(n)) })
  expect(record?.run.request).toEqual({
    image: [file('one.png', 1), file('two.png', 2)],
    prompt: 'A tide\nin two lines',
    mask: file('mask.png', 1),
  })
  expect(record?.sent.headers).toContainEqual(['content-type', 'multipart/form-data'])
})

it('repeated, the same parts go out in the same order with the same bytes', async () => {
  const one = await page()
  const record = await runRecord(toolsOf(one.runs), await ran(one))
  const again = record && repeatOf(record, edit().connection)
  expect(again).toBeDefined()
  if (again) await ran(one, again)
  expect(one.sent).toHaveLength(2)
  expect(one.sent[1]).toEqual(one.sent[0])
  expect(one.sent[0]?.map(([name, , file]) => [name, file])).toEqual([
    ['image', 'one.png'],
    ['prompt', undefined],
    ['mask', 'mask.png'],
    ['image', 'two.png'],
  ])
  expect(one.sent[0]?.[3]?.[1]).toBe(hex(2))
})

it('what was sent is what was kept, though the file is another one a moment later', async () => {
  let content = picture(1)
  const one = await page()
  const changing = new Blob([content], { type: 'image/png' })
  changing.arrayBuffer = async () => {
    const now = content
    content = picture(3)
    return now.slice().buffer
  }
  const id = await ran(one, edit({ parts: [{ kind: 'file', name: 'image', file: { name: 'a.png', blob: changing } }] }))
  const record = await runRecord(toolsOf(one.runs), id)
  expect(one.sent[0]?.[0]?.[1]).toBe(hex(1))
  expect(record?.assets.find(({ role }) => role === 'input')?.sha256).toBe(sha256Hex(picture(1)))
})

it('the same files are the same press, another byte is another', async () => {
  const held: (() => void)[] = []
  const one = await page(() => new Promise((done) => held.push(() => done(reply()))))
  const first = await one.runs.start(edit())
  expect(await one.runs.start(edit())).toMatchObject({ status: 'already-open' })
  const other = parts.with(3, {
    kind: 'file',
    name: 'image',
    file: { name: 'two.png', blob: new Blob([picture(3)], { type: 'image/png' }) },
  })
  const second = await one.runs.start(edit({ parts: other }))
  expect([first.status, second.status]).toEqual(['started', 'started'])
  await expect.poll(() => held.length).toBe(2)
  for (const done of held) done()
  for (const { id = '' } of [first, second].filter((outcome) => outcome.status === 'started'))
    await one.until(id, (run) => isEnded(run.status))
})

it('files that are only kept are stored with the run, not sent, and kept by the run that repeats it', async () => {
  const one = await page()
  const kept = (n: number) => ({ sha256: sha256Hex(picture(n)), name: `${n}.png`, blob: new Blob([picture(n)]) })
  // The first is sent too, so it is stored once.
  const id = await ran(one, edit({ keeps: [kept(1), kept(5)], turn: { whole: 'is 5' } }))
  const record = await runRecord(toolsOf(one.runs), id)
  const rolesOf = (all: typeof record) => all?.assets.map(({ role, name }) => [role, name]).toSorted()
  const roles = [
    ['input', 'one.png'],
    ['input', 'two.png'],
    ['kept', '5.png'],
    ['output', undefined],
  ]
  expect(rolesOf(record)).toEqual(roles)
  expect(one.sent[0]).toHaveLength(4)
  const again = record && repeatOf(record, edit().connection)
  const repeated = again && (await runRecord(toolsOf(one.runs), await ran(one, again)))
  expect(rolesOf(repeated)).toEqual(roles)
  expect(repeated?.run.turn).toEqual({ whole: 'is 5' })
})

it('a run whose file is lost is not repeated', async () => {
  const one = await page()
  const record = await runRecord(toolsOf(one.runs), await ran(one))
  if (record?.sent.body.kind !== 'multipart') throw new Error('It has no parts.')
  const lost = record.sent.body.parts.map((part) => {
    if (part.kind === 'text') return part
    const { blob: _, ...file } = part.file
    return { ...part, file }
  })
  const sent = { ...record.sent, body: { kind: 'multipart', parts: lost } } as const
  expect(repeatOf({ ...record, sent }, edit().connection)).toBeUndefined()
})

it('a file that cannot be read sends nothing', async () => {
  const one = await page()
  const gone = new Blob(['x'])
  gone.arrayBuffer = () => Promise.reject(new DOMException('It is gone.', 'NotReadableError'))
  const draft = edit({ parts: [{ kind: 'file', name: 'image', file: { name: 'a.png', blob: gone } }] })
  expect(await one.runs.start(draft)).toMatchObject({ status: 'not-saved' })
  expect(one.sent).toEqual([])
})

it('a full disk leaves what came on the screen', async () => {
  const one = await openPage({
    name: crypto.randomUUID(),
    locks: createFakeLocks().page(),
    router: { stream: createClient(sampleDraft().connection, { fetch: async () => reply() }).stream },
    around: (ledger) => ({ ...ledger, finish: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')) }),
  })
  pages.push(one)
  const outcome = await one.runs.start(edit())
  if (outcome.status !== 'started') throw new Error(`It was ${outcome.status}.`)
  const run = await one.until(outcome.id, ({ live, status }) => live === undefined && isEnded(status))
  expect(run).toMatchObject({ saved: false, status: 'completed', fresh: [{ sha256: sha256Hex(picture(9)) }] })
})

it('a lost reply to files comes back from our own router with its media', async () => {
  const { connection } = edit()
  const kept = createClient(connection, { fetch: async () => reply() }).stream
  const one = await openPage({
    name: crypto.randomUUID(),
    locks: createFakeLocks().page(),
    router: { stream: createClient(connection, { fetch: () => Promise.reject(new TypeError('lost')) }).stream },
    tools: { readRemote: async () => ({ status: 'done', stream: kept }) },
  })
  pages.push(one)
  const id = await ran(one)
  expect((await one.ledger.get(id))?.status).toBe('unknown')
  expect(await one.runs.checkAgain(id, connection)).toBe('recovered')
  const record = await runRecord(toolsOf(one.runs), id)
  expect(record?.run.status).toBe('completed')
  expect(record?.assets.map(({ role, sha256 }) => [role, sha256])).toContainEqual(['output', sha256Hex(picture(9))])
})

it('what is left of a reply tells the same again where its result is damaged', async () => {
  const one = await page()
  const id = await ran(one)
  await one.ledger.finish(id, (row) => row, { result: 'damaged' })
  const record = await runRecord(toolsOf(one.runs), id)
  expect(record?.result.outputs).toEqual(
    [0, 1].map((index) => ({ kind: 'media', index, sha256: sha256Hex(picture(9)) })),
  )
})

it('data URLs in JSON go out as they are, and stand in no row: their files are assets, and a repeat sends the same', async () => {
  const url = `data:image/png;base64,${base64(picture(1))}`
  const odd = `data:image/png;base64,${base64(picture(2))}\n`
  const request = { prompt: 'A tide', images: [{ image_url: url }, { image_url: url }], mask: odd, size: null }
  const sent: unknown[] = []
  const name = crypto.randomUUID()
  const send: typeof fetch = async (input, init) => {
    sent.push(await new Request(input, init).json())
    return reply()
  }
  const router = { stream: createClient(sampleDraft().connection, { fetch: send }).stream }
  const one = await openPage({ name, locks: createFakeLocks().page(), router })
  pages.push(one)
  const id = await ran(one, sampleDraft({ endpoint: 'images.edits', request }))
  const [body] = await one.ledger.bodies([id])
  expect(JSON.stringify(body?.request)).not.toContain(base64(picture(1)))
  expect(body?.request).toMatchObject({ size: null, mask: odd })
  const record = await runRecord(toolsOf(one.runs), id)
  expect(record?.assets.filter(({ role }) => role === 'input').map(({ sha256 }) => sha256)).toEqual([
    sha256Hex(picture(1)),
  ])
  expect(record?.sent.body).toEqual({ kind: 'json', value: request })
  const again = record && repeatOf(record, sampleDraft().connection)
  if (again) await ran(one, again)
  expect(sent).toEqual([request, request])
})
