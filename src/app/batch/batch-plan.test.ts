import { expect, test } from 'vitest'
import { fileReference } from '../run/file-marks.ts'
import { sampleDraft } from '../run/testing/open-page.ts'
import { cellDraft, planOf, readPlan } from './batch-plan.ts'

const { connection } = sampleDraft()
const words = { title: 'Good evening', price: '1 cauri' }
const inLanguages = ['de', 'es'].map((language) => ({
  ...{ ...words, name: language },
  request: { model: 'm', target_lang: language, ...(language === 'es' && { speed: 2 }) },
}))

test('a plan holds what its cells share once, with its files, and of each cell the fields that differ', () => {
  const file = { kind: 'file', name: 'file', file: { name: 'a.wav', blob: new Blob(['a']) } } as const
  const text = (name: string, value: string) => ({ kind: 'text', name, value }) as const
  const parts = [text('model', 'm'), text('target_lang', 'de'), file]
  const plan = planOf({ ...sampleDraft(), thread: 't', request: undefined, parts }, inLanguages, 0)
  expect(plan.cells).toEqual([
    { ...words, name: 'de', set: {} },
    { ...words, name: 'es', set: { target_lang: 'es', speed: 2 } },
  ])
  expect(JSON.stringify(plan)).not.toContain(connection.key)
  expect(cellDraft(plan, 0, { id: 'a', attempt: 0 }, connection)?.parts).toEqual(parts)
  expect(cellDraft(plan, 1, { id: 'b', attempt: 0 }, connection)?.parts).toEqual([
    ...[text('model', 'm'), text('target_lang', 'es'), text('speed', '2'), file],
  ])
})

test('a stored plan is read again as it was, and one that is damaged or of a newer version is not', () => {
  const plan = planOf({ ...sampleDraft(), thread: 't' }, inLanguages, 0)
  expect(readPlan(structuredClone(plan))).toEqual(plan)
  expect(readPlan({ ...plan, version: 2 })).toBe('newer')
  expect(readPlan({ ...plan, concurrency: 1e9 })).toBeUndefined()
  expect(readPlan({ ...plan, shared: { ...plan.shared, endpoint: '__proto__' } })).toBeUndefined()
  expect(readPlan(undefined)).toBeUndefined()
})

test('a cell that names a file of the plan in a field of a form sends that file, behind the texts', () => {
  const files = ['a', 'b'].map((name) => ({ name: `${name}.wav`, sha256: name.repeat(64), blob: new Blob([name]) }))
  const requests = files.map(({ sha256 }) => ({
    ...{ ...words, name: sha256 },
    request: { file: fileReference('audio/wav', sha256), model: sha256 },
  }))
  const parts = [{ kind: 'file', name: 'file', file: { name: 'a.wav', blob: new Blob(['a']) } }] as const
  const plan = planOf({ ...sampleDraft(), thread: 't', request: undefined, parts, files }, requests, 0)
  const sent = cellDraft(plan, 1, { id: 'b', attempt: 0 }, connection)?.parts
  expect(sent).toEqual([
    { kind: 'text', name: 'model', value: 'b'.repeat(64) },
    { kind: 'file', name: 'file', file: { name: 'b.wav', blob: files[1]?.blob } },
  ])
})

test('a cell may follow another run, and add other items, than the first', () => {
  const requests = [
    { ...words, name: 'a', request: { model: 'a' }, parent: 'run of a' },
    { ...words, name: 'b', request: { model: 'b' }, turn: [{ type: 'message' }] },
  ]
  const plan = planOf({ ...sampleDraft(), model: 'a', thread: 't', turn: ['all'] }, requests, 0)
  const [a, b] = [0, 1].map((at) => cellDraft(plan, at, { id: `${at}`, attempt: 0 }, connection))
  expect(a).toMatchObject({ model: 'a', parent: 'run of a', turn: ['all'] })
  expect(b).toMatchObject({ model: 'b', turn: [{ type: 'message' }] })
  expect(b).not.toHaveProperty('parent')
})
