import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isEnded } from '../life/states.ts'
import { answer, createFakeRouter } from '../testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../testing/open-page.ts'
import { toolsOf } from '../tools-of.ts'
import { historyOf } from './history.ts'
import { importRuns } from './import-runs.ts'
import { matches } from './matches.ts'
import { createRunActions } from './run-actions.ts'
import { runRecord } from './run-record.ts'
import type { RunRecord } from './run-record-schema.ts'
import { textSearchOf } from './text-search.ts'

const pages: Page[] = []
let name = ''
beforeEach(() => {
  name = crypto.randomUUID()
})
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function page(said = 'Hi'): Promise<Page> {
  const one = await openPage({ name, router: createFakeRouter(answer(said)), tools: { frame: setTimeout } })
  pages.push(one)
  return one
}

async function ran(one: Page, title: string, prompt: string): Promise<string> {
  const request = { model: 'm', input: prompt }
  const outcome = await one.runs.start(sampleDraft({ title, revision: title, request }))
  const id = outcome.status === 'started' ? outcome.id : ''
  await one.until(id, ({ status, live }) => isEnded(status) && live === undefined)
  return id
}

/** Searches as the list does. */
function search(one: Page) {
  const found = textSearchOf(one.runs)
  const end = found.subscribe(() => {})
  const titles = (text: string) =>
    historyOf(one.runs)
      .view()
      .rows.filter((row) => matches(row, { text }, found.view().wordsOf(row.id)))
      .map((row) => row.title)
  return { titles, end, ready: () => vi.waitFor(() => expect(found.view().reading).toBe(false)) }
}

const keptIds = async () => {
  const raw = await openDB(name)
  const ids = await raw.getAllKeys('words')
  raw.close()
  return ids
}

it('finds runs by the words of entire request and the whole answer, while they are typed', async () => {
  const one = await page('The answer speaks of lighthouses and 灯台守の話.')
  const [a] = [await ran(one, 'First', `${'Long words come first. '.repeat(50)} Then a needle, "crème-brûlée".`)]
  await ran(one, 'Second', 'Nothing of the kind')
  const { titles, ready } = search(one)
  await ready()
  expect(titles('need')).toEqual(['First'])
  expect(titles('Crème-Brû')).toEqual(['First'])
  expect(titles('lighth FIRST')).toEqual(['First'])
  expect(titles('灯台')).toEqual(['Second', 'First'])
  expect(titles('output_text')).toEqual([])
  expect(await keptIds()).toContain(a)
})

it('finds what runs and comes in while somebody searches, and what earlier pages left', async () => {
  const one = await page()
  await ran(one, 'Before', 'an old anchor')
  const { titles, ready } = search(one)
  await ready()
  const id = await ran(one, 'Now', 'a new anchor')
  await vi.waitFor(() => expect(titles('anchor')).toEqual(['Now', 'Before']))
  const record = await runRecord(toolsOf(one.runs), id)
  if (record === undefined) throw new Error('no record')
  const foreign: RunRecord = { ...record, run: { ...record.run, id: 'from-elsewhere', title: 'Imported' } }
  await importRuns(toolsOf(one.runs), [foreign])
  await vi.waitFor(() => expect(titles('anchor')).toEqual(['Imported', 'Now', 'Before']))

  const two = await page()
  const later = search(two)
  await later.ready()
  expect(later.titles('anchor')).toEqual(['Imported', 'Now', 'Before'])
})

it('reads a run again that turned out otherwise, and keeps nothing of one that is gone', async () => {
  const one = await page()
  const id = await ran(one, 'A run', 'a prompt')
  const { titles, ready } = search(one)
  await ready()
  await one.ledger.finish(id, (row) => ({ ...row, log: [...row.log, { status: 'completed', at: 1, mono: 1 }] }), {
    result: { outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text: 'recovered pearls' }] }] },
  })
  await vi.waitFor(() => expect(titles('pearls')).toEqual(['A run']))
  await createRunActions(toolsOf(one.runs)).remove([id])
  await (await one.ledger.history()).purge(Number.MAX_SAFE_INTEGER)
  expect(await keptIds()).toEqual([])
})

it('makes the words before anybody searches, holds none of them, and is not made twice', async () => {
  const one = await page()
  const id = await ran(one, 'A run', 'with pebbles')
  const bodies = vi.spyOn(one.ledger, 'bodies')
  await textSearchOf(one.runs).prepare()
  expect(bodies).toHaveBeenCalledTimes(1)
  expect(textSearchOf(one.runs).view().wordsOf(id)).toBe('')
  const { titles, ready, end } = search(one)
  await ready()
  expect(titles('pebbles')).toEqual(['A run'])
  expect(bodies).toHaveBeenCalledTimes(1)
  end()
  expect(textSearchOf(one.runs).view().wordsOf(id)).toBe('')
})

it('ends where the ledger cannot be read', async () => {
  const one = await page()
  await ran(one, 'A run', 'with pebbles')
  one.ledger.close()
  await search(one).ready()
})
