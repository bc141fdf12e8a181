import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inForce } from '#lab/judgements.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createJudgements } from './stored-judgements.ts'

let ledger: Ledger
beforeEach(async () => {
  ledger = await openLedger({ name: crypto.randomUUID() })
})
afterEach(() => ledger.close())

function opened() {
  let see = () => {}
  const judgements = createJudgements({
    ...{ ledger, clock: createFakeClock(), newId: () => crypto.randomUUID() },
    onVisible(listener) {
      see = listener
      return () => {}
    },
  })
  return { ...judgements, see: () => see() }
}

const verdict = (run: string, value: string, by: string) => ({ runs: [run], kind: 'verdict' as const, value, by })

test('what was said is there after a reload, and in another tab as soon as it is seen', async () => {
  const [here, there] = [opened(), opened()]
  expect(await there.all()).toEqual([])
  const [made] = await here.add([verdict('a', 'pass', 'Ada')])
  expect(made).toMatchObject({ ...verdict('a', 'pass', 'Ada'), blind: false, at: 1_000_000 })
  expect(await opened().all()).toEqual([made])
  const seen = new Promise<void>((shown) => {
    there.subscribe(shown)
  })
  there.see()
  await seen
  expect(await there.all()).toEqual([made])
})

test('what the owner said before they had a name is theirs afterwards, and a second name is somebody else', async () => {
  const here = opened()
  await here.add([verdict('a', 'pass', here.view().owner)])
  expect((await here.all())[0]?.by).toBe('You')
  here.setName('Cy', 'guest')
  expect(here.view()).toMatchObject({ owner: 'You', name: 'Cy' })
  here.setName(' Ada ')
  here.setName('Bo')
  expect(here.view()).toMatchObject({ owner: 'Ada', name: 'Bo' })
  expect((await here.all())[0]?.by).toBe('Ada')
  here.setName('')
  expect(here.view().name).toBe('Ada')
  const later = opened()
  await later.all()
  expect(later.view()).toMatchObject({ owner: 'Ada', name: 'Ada' })
})

test('a record that cannot be stored does not count', async () => {
  const full: Ledger = { ...ledger, writeDraft: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }
  const here = createJudgements({
    ...{ ledger: full, clock: createFakeClock(), newId: () => 'x', onVisible: () => () => {} },
  })
  await expect(here.add([verdict('a', 'pass', 'Ada')])).rejects.toThrow()
  expect(await here.all()).toEqual([])
})

test('a mark and its removal are records, of the owner where nobody else is named', async () => {
  const here = opened()
  const held = async () => inForce(await here.all()).map(({ runs, kind, value, by }) => [...runs, kind, value, by])
  await here.mark(['a', 'b'], { kind: 'tag', tag: 'slow', isSet: true })
  await here.mark(['a'], { kind: 'verdict', verdict: 'fail' }, 'Bo')
  const removed = await here.mark(['b'], { kind: 'tag', tag: 'slow', isSet: false })
  await here.mark(['a'], { kind: 'verdict', verdict: undefined }, 'Bo')
  expect(await held()).toEqual([
    ['a', 'tag', 'slow', 'You'],
    ['a', 'verdict', 'fail', 'Bo'],
    ['a', 'verdict', null, 'Bo'],
  ])
  await here.takeBack(removed)
  expect((await held())[1]).toEqual(['b', 'tag', 'slow', 'You'])
})

test('ten thousand records are read in one go', async () => {
  const here = opened()
  await here.merge(
    Array.from({ length: 10_000 }, (_, n) => ({
      ...{ ...verdict(`run-${n}`, 'pass', 'Bo'), id: `${n}`, at: n, blind: true },
    })),
  )
  expect(await opened().all()).toHaveLength(10_000)
})
