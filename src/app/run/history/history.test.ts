import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLedger } from '../../ledger/open-ledger.ts'
import { isEnded } from '../life/states.ts'
import { answer, createFakeRouter } from '../testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../testing/open-page.ts'
import { toolsOf } from '../tools-of.ts'
import { historyOf } from './history.ts'
import { createRunActions } from './run-actions.ts'
import { runRecord } from './run-record.ts'
import { keepTidy } from './upkeep.ts'

const pages: Page[] = []
let name = ''
beforeEach(() => {
  name = crypto.randomUUID()
})
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function page(tools: object = {}): Promise<Page> {
  const one = await openPage({ name, router: createFakeRouter(answer('Hi')), tools: { frame: setTimeout, ...tools } })
  pages.push(one)
  return one
}

async function ran(one: Page, title: string, change: object = {}): Promise<string> {
  const outcome = await one.runs.start(sampleDraft({ title, revision: title, ...change }))
  const id = outcome.status === 'started' ? outcome.id : ''
  await one.until(id, ({ status, live }) => isEnded(status) && live === undefined)
  return id
}

function look(one: Page) {
  const history = historyOf(one.runs)
  history.subscribe(() => {})
  const titles = () => history.view().rows.map((row) => row.title)
  return { history, titles, ready: () => vi.waitFor(() => expect(history.view().loading).toBe(false)) }
}

it('lists all runs, the newest first, and follows those of this page', async () => {
  const one = await page()
  for (const title of ['a', 'b']) await ran(one, title)
  const { titles, ready } = look(one)
  await ready()
  expect(titles()).toEqual(['b', 'a'])
  await ran(one, 'c')
  await vi.waitFor(() => expect(titles()).toEqual(['c', 'b', 'a']))
})

it('follows another tab, and leaves the rows alone that it did not change', async () => {
  const [one, two] = [await page(), await page()]
  const first = await ran(one, 'a')
  await ran(one, 'b')
  const { history, ready } = look(two)
  await ready()
  const [untouched] = history.view().rows
  await createRunActions(toolsOf(one.runs)).rename(first, 'A name')
  await vi.waitFor(() => expect(history.view().rows[1]?.name).toBe('A name'))
  expect(history.view().rows[0]).toBe(untouched)
})

it('counts what is damaged, wherever the damage is', async () => {
  const one = await page()
  const ids = [await ran(one, 'a'), await ran(one, 'b'), await ran(one, 'c')]
  const raw = await openDB(name)
  await raw.put('runs', { ...(await raw.get('runs', ids[0] ?? '')), status: 7 })
  await raw.put('runs', { ...(await raw.get('runs', ids[1] ?? '')), seq: 'seven' })
  raw.close()
  const { history, titles, ready } = look(one)
  await ready()
  expect(titles()).toEqual(['c'])
  expect(history.view().unreadable).toBe(2)
})

it('ends its loading where the ledger cannot be read', async () => {
  const one = await page()
  one.ledger.close()
  const { ready, titles } = look(one)
  await ready()
  expect(titles()).toEqual([])
})

it('keeps name, verdict, note, tags and what pictures show, tidied up, through every change', async () => {
  const one = await page()
  const id = await ran(one, 'a')
  const actions = createRunActions(toolsOf(one.runs))
  await actions.rename(id, '  My run ')
  await actions.setVerdict(id, 'fail')
  await actions.setNote(id, 'Too long')
  for (const tag of ['slow', 'draft']) await actions.mark([id], { kind: 'tag', tag, isSet: true })
  await actions.setAlt(id, 'aa', ' A boat ')
  await actions.setAlt(id, 'bb', 'A tree')
  expect(await one.ledger.get(id)).toMatchObject({
    name: 'My run',
    verdict: 'fail',
    note: 'Too long',
    tags: ['slow', 'draft'],
    alts: { aa: 'A boat', bb: 'A tree' },
    status: 'completed',
  })
  await actions.rename(id, '')
  await actions.setVerdict(id, undefined)
  await actions.setNote(id, ' ')
  for (const tag of ['slow', 'draft']) await actions.mark([id], { kind: 'tag', tag, isSet: false })
  for (const hash of ['aa', 'bb']) await actions.setAlt(id, hash, '')
  const row = await one.ledger.get(id)
  expect(Object.keys(row ?? {}).filter((key) => ['name', 'verdict', 'note', 'tags', 'alts'].includes(key))).toEqual([])
})

it('marks many runs at once, and the undo gives back what each had and was not changed since', async () => {
  const one = await page()
  const ids = [await ran(one, 'a'), await ran(one, 'b'), await ran(one, 'c')]
  const [a = '', b = '', c = ''] = ids
  const actions = createRunActions(toolsOf(one.runs))
  const verdicts = async () => Promise.all(ids.map(async (id) => (await one.ledger.get(id))?.verdict))
  const tags = async () => Promise.all(ids.map(async (id) => (await one.ledger.get(id))?.tags))
  await actions.setVerdict(a, 'pass')
  await actions.setVerdict(b, 'fail')
  const failed = await actions.mark(ids, { kind: 'verdict', verdict: 'fail' })
  expect(failed.ids).toEqual([a, c])
  expect(await verdicts()).toEqual(['fail', 'fail', 'fail'])
  await actions.setVerdict(c, 'pass')
  await failed.undo()
  expect(await verdicts()).toEqual(['pass', 'fail', 'pass'])

  for (const tag of ['x', 'y']) await actions.mark([a], { kind: 'tag', tag, isSet: true })
  const tagged = await actions.mark(ids, { kind: 'tag', tag: 'x', isSet: true })
  expect(await tags()).toEqual([['x', 'y'], ['x'], ['x']])
  await tagged.undo()
  expect(await tags()).toEqual([['x', 'y'], undefined, undefined])
  const untagged = await actions.mark(ids, { kind: 'tag', tag: 'x', isSet: false })
  expect(await tags()).toEqual([['y'], undefined, undefined])
  await untagged.undo()
  expect(await tags()).toEqual([['x', 'y'], undefined, undefined])
})

it('hides deleted runs in lists and conversations, and brings them back', async () => {
  const one = await page()
  const first = await ran(one, 'a')
  await ran(one, 'b')
  const { titles, ready } = look(one)
  await ready()
  one.runs.watchThread('t', () => {})
  await vi.waitFor(() => expect(one.runs.thread('t').runs.length).toBe(2))
  const removal = await createRunActions(toolsOf(one.runs)).remove([first])
  expect(removal.ids).toEqual([first])
  await vi.waitFor(() => expect(titles()).toEqual(['b']))
  await vi.waitFor(() => expect(one.runs.thread('t').runs.map(({ title }) => title)).toEqual(['b']))
  await removal.undo()
  await vi.waitFor(() => expect(titles()).toEqual(['b', 'a']))
  await vi.waitFor(() => expect(one.runs.thread('t').runs.map(({ title }) => title)).toEqual(['a', 'b']))
  expect((await one.ledger.get(first))?.deleted).toBeUndefined()
})

it('does not delete a run that is on its way or waits for a ruling', async () => {
  const one = await openPage({ name, router: createFakeRouter([{ kind: 'head', status: 500 }]) })
  pages.push(one)
  const id = await ran(one, 'lost')
  expect((await one.ledger.get(id))?.status).toBe('unknown')
  const actions = createRunActions(toolsOf(one.runs))
  expect((await actions.remove([id])).ids).toEqual([])
  await one.runs.giveUp(id)
  expect((await actions.remove([id])).ids).toEqual([id])
})

it('removes deleted runs for good after ten minutes, in whichever page', async () => {
  const one = await page()
  const tenMinutes = 10 * 60_000
  const id = await ran(one, 'a')
  const end = keepTidy(toolsOf(one.runs))
  await createRunActions(toolsOf(one.runs)).remove([id])
  one.clock.pass(tenMinutes - 1)
  await one.ledger.history()
  expect(await one.ledger.get(id)).toBeDefined()
  one.clock.pass(tenMinutes)
  await vi.waitFor(async () => expect(await one.ledger.get(id)).toBeUndefined())
  expect(await one.ledger.bodies([id])).toEqual([undefined])
  end()
})

it('leaves of a purged run of the Lab its place alone, so that its cell does not count as not sent', async () => {
  const one = await page()
  const id = await ran(one, 'a')
  const batch = { id: 'b', at: 3, of: 9, name: 'Row 1' }
  await one.ledger.update(id, (row) => ({ ...row, batch, thread: 'lab.plan', note: 'secret', deleted: 0 }))
  const end = keepTidy(toolsOf(one.runs))
  one.clock.pass(10 * 60_000)
  await vi.waitFor(async () => expect(await one.ledger.bodies([id])).toEqual([undefined]))
  expect(await one.ledger.get(id)).toMatchObject({ status: 'completed', batch, thread: 'lab.plan', title: '', log: [] })
  expect((await one.ledger.get(id))?.note).toBeUndefined()
  end()
})

it('asks the browser once to keep what is stored, after the first run that was saved', async () => {
  const persist = vi.fn(async () => true)
  const one = await page({ storage: { persist, estimate: async () => ({}), persisted: async () => false } })
  expect(persist).not.toHaveBeenCalled()
  await ran(one, 'a')
  await ran(one, 'b')
  expect(persist).toHaveBeenCalledOnce()
})

it('gives a whole run: what was sent with the key masked, what came, and the hash of it', async () => {
  const one = await page()
  const [first, second] = [await ran(one, 'a'), await ran(one, 'b')]
  const record = await runRecord(toolsOf(one.runs), first)
  expect(record).toMatchObject({
    run: { id: first, output: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    sent: {
      method: 'POST',
      url: 'http://127.0.0.1:8787/v1/responses',
      body: { kind: 'json', value: sampleDraft().request },
    },
    reply: { status: 200, headers: [] },
    result: { end: { status: 'completed' } },
    assets: [],
  })
  expect(record?.events.length).toBeGreaterThan(3)
  expect(JSON.stringify(record)).not.toContain('sk-canary')
  expect((await runRecord(toolsOf(one.runs), second))?.run.output).toEqual(record?.run.output)
  expect(await runRecord(toolsOf(one.runs), 'nobody')).toBeUndefined()
})

it('tells where a run of an earlier version went by its route', async () => {
  const one = await page()
  const id = await ran(one, 'a')
  const raw = await openDB(name)
  const { sent: _, reply: __, ...body } = await raw.get('bodies', id)
  await raw.put('bodies', body)
  raw.close()
  const record = await runRecord(toolsOf(one.runs), id)
  expect(record?.sent).toMatchObject({ method: 'POST', url: 'http://127.0.0.1:8787/v1/responses', headers: [] })
  expect(record?.reply).toBeUndefined()
})

it('is the history of runs in memory, too, where there is no storage', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect((await openLedger()).persistent).toBe(false)
  const one = await page()
  const id = await ran(one, 'a')
  const { titles, ready } = look(one)
  await ready()
  expect(titles()).toEqual(['a'])
  await createRunActions(toolsOf(one.runs)).remove([id])
  await vi.waitFor(() => expect(titles()).toEqual([]))
  vi.unstubAllGlobals()
})
