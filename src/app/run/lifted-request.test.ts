import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import { repeatOf, runRecord } from './history/run-record.ts'
import { isEnded } from './life/states.ts'
import type { RunDraft } from './run-draft.ts'
import { createFakeLocks } from './testing/fake-locks.ts'
import { answer, createFakeRouter } from './testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from './testing/open-page.ts'
import { toolsOf } from './tools-of.ts'

const pages: Page[] = []
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function page() {
  const router = createFakeRouter(answer('Seen'))
  const one = await openPage({ name: crypto.randomUUID(), locks: createFakeLocks().page(), router })
  pages.push(one)
  return { ...one, router }
}

async function ran(one: Page, draft: RunDraft): Promise<string> {
  const outcome = await one.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(`It was ${JSON.stringify(outcome)}.`)
  await one.until(outcome.id, (run) => isEnded(run.status))
  return outcome.id
}

const bytes = (n: number) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const file = (n: number) => ({
  sha256: sha256Hex(bytes(n)),
  name: `${n}.png`,
  blob: new Blob([bytes(n)], { type: 'image/png' }),
})
const mark = (n: number) => `data:image/png;base64,sha256:${sha256Hex(bytes(n))}`
const dataUrl = (n: number) => `data:image/png;base64,${Buffer.from(bytes(n)).toString('base64')}`
const message = (...urls: readonly string[]) => ({
  type: 'message',
  role: 'user',
  content: [
    { type: 'input_text', text: 'What is it? A word of ;base64, in it' },
    ...urls.map((image_url) => ({ type: 'input_image', image_url })),
  ],
})
const said = (...urls: readonly string[]) => ({ model: 'm', stream: true, input: [message(...urls)] })
const draft = (request: unknown, more: Partial<RunDraft> = {}) => sampleDraft({ request, ...more })

it('a picture goes out as a data URL and is written down by its hash', async () => {
  const one = await page()
  const id = await ran(one, draft(said(mark(1)), { files: [file(1)], turn: [message(mark(1))] }))
  expect(one.router.sent.map(({ request }) => request)).toEqual([said(dataUrl(1))])
  const [body] = await one.ledger.bodies([id])
  expect(body).toMatchObject({ request: said(mark(1)), turn: [message(mark(1))] })
  const assets = await (await one.ledger.history()).assets(id)
  expect(assets).toMatchObject([{ run: id, role: 'input', name: '1.png', type: 'image/png', size: 69 }])
})

it('the next turn sends it again from the run before, and owns it', async () => {
  const one = await page()
  const first = await ran(one, draft(said(mark(1)), { files: [file(1)] }))
  const second = await ran(one, draft(said(mark(1), mark(2)), { files: [file(2)], filesOf: [first] }))
  expect(one.router.sent[1]?.request).toEqual(said(dataUrl(1), dataUrl(2)))
  const record = await runRecord(toolsOf(one.runs), second)
  expect(record?.assets.map(({ name }) => name).toSorted()).toEqual(['1.png', '2.png'])
  expect(record?.sent.body).toEqual({ kind: 'json', value: said(dataUrl(1), dataUrl(2)) })
})

it('repeated from its record, the same letters go out, and again no row holds base64', async () => {
  const one = await page()
  const id = await ran(one, draft(said(mark(1)), { files: [file(1)] }))
  const record = await runRecord(toolsOf(one.runs), id)
  const again = record && repeatOf(record, sampleDraft().connection)
  if (!again) throw new Error('There is no repeat.')
  const other = await ran(one, again)
  expect(one.router.sent[1]?.request).toEqual(one.router.sent[0]?.request)
  expect((await one.ledger.bodies([other]))[0]).toMatchObject({ request: said(mark(1)) })
})

it('a data URL in capitals and with parameters is lifted, and goes out letter for letter', async () => {
  const one = await page()
  const url = dataUrl(1).replace('data:image/png;base64', 'DATA:Image/PNG;name="a b.png";Base64')
  const id = await ran(one, draft(said(url)))
  expect((await one.ledger.bodies([id]))[0]?.request).not.toEqual(said(url))
  expect((await runRecord(toolsOf(one.runs), id))?.sent.body).toEqual({ kind: 'json', value: said(url) })
})

it('a sound is bare base64 on the wire and its bare hash in the row, whether it came as a file or as text', async () => {
  const one = await page()
  const base64 = Buffer.from(bytes(1)).toString('base64')
  const sound = (data: string) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })
  const asked = (data: string) => ({ model: 'm', input: [{ role: 'user', content: [sound(data), { data }] }] })
  const bare = `sha256:${sha256Hex(bytes(1))}`
  const stored = { model: 'm', input: [{ role: 'user', content: [sound(bare), { data: base64 }] }] }
  const typed = await ran(one, draft(asked(base64)))
  expect((await one.ledger.bodies([typed]))[0]?.request).toEqual(stored)
  await ran(one, draft(stored, { files: [file(1)], revision: 2 }))
  expect(one.router.sent.map(({ request }) => request)).toEqual([asked(base64), asked(base64)])
  const broken = sound('not base64')
  await ran(one, draft({ model: 'm', input: [broken, sound('')] }))
  expect(one.router.sent[2]?.request).toEqual({ model: 'm', input: [broken, sound('')] })
})

it('nothing is sent where a picture is lost, or where all of them are too many', async () => {
  const one = await page()
  const why = async (given: RunDraft) => {
    const outcome = await one.runs.start(given)
    return outcome.status === 'not-saved' ? outcome.why : outcome.status
  }
  expect(await why(draft(said(mark(1))))).toMatch(/no longer stored/)
  const large = { ...file(3), blob: new Blob([new Uint8Array(30 * 2 ** 20)], { type: 'image/png' }) }
  expect(await why(draft(said(mark(3), mark(3)), { files: [large] }))).toMatch(/84 MB as base64.*limit is 64 MB/)
  expect(one.router.sent).toEqual([])
})

it('keeps a data URL among the texts of a form as a file, and repeats it as it was sent', async () => {
  const one = await page()
  const parts = [
    { kind: 'text', name: 'samples[]', value: dataUrl(1) },
    { kind: 'file', name: 'file', file: { name: '2.png', blob: file(2).blob } },
  ] as const
  const id = await ran(one, sampleDraft({ endpoint: 'audio.transcriptions', request: undefined, parts }))
  const tools = toolsOf(one.runs)
  const [body] = await tools.ledger.bodies([id])
  expect(body?.parts?.[0]).toMatchObject({ kind: 'text', value: mark(1) })
  const record = await runRecord(tools, id)
  expect(record?.sent.body).toMatchObject({ kind: 'multipart', parts: [parts[0], { kind: 'file', name: 'file' }] })
})
