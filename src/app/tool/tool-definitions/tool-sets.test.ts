import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openPage } from '../../run/testing/open-page.ts'
import { listOfSet, savedSets, toolSetOf } from './tool-sets.ts'

const weather = { type: 'function', name: 'get_weather' }
const list = {
  tools: [
    { definition: weather, on: true },
    { definition: { type: 'web_search' }, on: false },
  ],
  mocks: { get_weather: { source: '() => 21', on: false }, other: { source: '() => 0', on: true } },
}

test('a set has the mocks of its tools, and gives them back beside others', () => {
  const set = toolSetOf('Trip', list)
  expect(set.tools).toEqual([
    { definition: weather, on: true, mock: '() => 21', isMockOff: true },
    { definition: { type: 'web_search' }, on: false },
  ])
  const mine = { source: '() => 9', on: true }
  expect(listOfSet(set, { mine, get_weather: mine })).toEqual({
    tools: list.tools,
    mocks: { mine, get_weather: list.mocks.get_weather },
  })
})

test('sets are stored apart and listed by name; one that cannot be read is left alone', async () => {
  const page = await openPage({ name: 'sets', router: { stream: () => (async function* () {})() } })
  const saved = savedSets(page.runs)
  await saved.write('1', toolSetOf('Work', list))
  await saved.write('2', toolSetOf('Home', list))
  await page.ledger.writeDraft('tools.set.3', { format: 'patchbay-tools', version: 2, name: 'Newer', tools: [] })
  expect((await saved.read()).map(([id, { name }]) => [id, name])).toEqual([
    ['2', 'Home'],
    ['1', 'Work'],
  ])
  await saved.write('2', undefined)
  expect((await saved.read()).map(([id]) => id)).toEqual(['1'])
  expect(await page.ledger.readDraft('tools.set.3')).toMatchObject({ version: 2 })
})
