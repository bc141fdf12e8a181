import { expect, test } from 'vitest'
import { createChanges } from '../ledger/changes.ts'
import { memoryLedger } from '../ledger/memory-ledger.ts'
import { createLiveDrafts } from '../run/history/live-drafts.ts'
import { draftsOf } from '../run/stored-draft.ts'
import { createFakeLocks } from '../run/testing/fake-locks.ts'
import { type Card, type Collection, collectionTitle, readCollection } from './collection.ts'
import { addSharedCollection, changedCollection, collectionPrefix, readStoredCollection } from './collection-drafts.ts'

const card = (id: string, own: Partial<Card> = {}): Card => ({ id, title: id, note: '', run: `run-${id}`, ...own })
const collection = (...cards: readonly Card[]): Collection => ({
  ...{ version: 1, id: 'talk', at: 1, title: 'Talk', note: '' },
  cards,
})
const withCard = (one: Card) => (now: Collection) => ({ ...now, cards: [...now.cards, one] })

test('a collection is read as it was written, without fields that are not known', () => {
  const live = { endpoint: 'responses', request: { model: 'm', input: 'Hi', constructor: 1 } }
  const whole = collection(card('a', { live }), card('b'))
  expect(readCollection({ ...whole, colour: 'red' }).collection).toEqual(whole)
})

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['a newer format', { ...collection(), version: 2 }],
  ['an id that would be another key', { ...collection(), id: 'a.b' }],
  ['a time that is none', { ...collection(), at: 1e300 }],
])('%s is no collection', (_, value) => {
  expect(readCollection(value)).toEqual({ unreadable: 0, unread: [] })
})

test('cards without an id of their own get one, and what cannot be shown is counted', () => {
  const odd = [
    { run: 'x' },
    card('a'),
    card('a'),
    { id: 'a b', run: 'y' },
    7,
    null,
    { id: 'empty' },
    { id: 'c', run: 3 },
  ]
  const { collection: read, unreadable } = readCollection({ ...collection(), cards: odd })
  expect(read?.cards.map(({ id, run }) => [id, run])).toEqual([
    ['card-1', 'x'],
    ['a', 'run-a'],
    ['card-3', 'run-a'],
    ['card-4', 'y'],
  ])
  expect(unreadable).toBe(4)
  expect(readCollection({ ...collection(), cards: 'many' }).collection?.cards).toEqual([])
})

test('500 cards and an empty title are read', () => {
  const many = collection(...Array.from({ length: 500 }, (_, at) => card(`c${at}`)))
  expect(readCollection(many).collection?.cards).toHaveLength(500)
  expect(collectionTitle({ title: ' ' })).toBe('Untitled collection')
})

test('a change keeps what it does not know, and leaves a newer format alone', () => {
  const stored = { ...collection(card('a')), colour: 'red', cards: [7, card('a')] }
  expect(changedCollection(stored, withCard(card('b')), 9)).toEqual({
    ...{ ...collection(card('a'), card('b')), at: 9, colour: 'red' },
    cards: [card('a'), card('b'), 7],
  })
  const newer = { ...collection(), version: 2 }
  expect(changedCollection(newer, () => undefined, 9)).toBe(newer)
  expect(changedCollection(undefined, withCard(card('b')), 9)).toBeUndefined()
  expect(changedCollection(collection(), () => undefined, 9)).toBeUndefined()
})

test.each([['with locks'], ['without']])('two tabs that add cards at once keep each other’s, %s', async (how) => {
  const ledger = memoryLedger(createChanges(), 'absent')
  const drafts = draftsOf({ ledger })
  await drafts.write(`${collectionPrefix}talk`, collection())
  const locks = createFakeLocks()
  const tab = () =>
    createLiveDrafts(
      { ledger, onVisible: () => () => {}, ...(how === 'with locks' && { locks: locks.page() }) },
      collectionPrefix,
    )
  const one = tab()
  const other = how === 'with locks' ? tab() : one
  const ids = Array.from({ length: 20 }, (_, at) => `c${at}`)
  await Promise.all(
    ids.map((id, at) =>
      (at % 2 === 0 ? one : other).change('talk', (now) => changedCollection(now, withCard(card(id)), at)),
    ),
  )
  const { collection: stored } = await readStoredCollection(drafts, 'talk')
  expect(stored?.cards.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(one.view()?.get('talk')).toEqual(stored)
})

test('a change that fails does not keep the next one from being stored', async () => {
  const ledger = memoryLedger(createChanges(), 'absent')
  const drafts = createLiveDrafts({ ledger, onVisible: () => () => {} }, 'x.')
  const failed = drafts.change('a', () => {
    throw new Error('no')
  })
  const stored = drafts.change('a', () => 1)
  await expect(failed).rejects.toThrow('no')
  await stored
  expect(await ledger.readDraft('x.a')).toBe(1)
})

test('a shared collection stays as it is here, and another of its id becomes one of its own, once', async () => {
  const drafts = draftsOf({ ledger: memoryLedger(createChanges(), 'absent') })
  const create = (origin: string) => `own-${origin.length}`
  expect(await addSharedCollection(drafts, collection(card('a')), create)).toEqual({ isAdded: true, isOther: false })
  const later = { ...collection(card('a')), at: 5 }
  expect(await addSharedCollection(drafts, later, create)).toEqual({ isAdded: false, isOther: false })
  const other = collection(card('b'))
  expect(await addSharedCollection(drafts, other, create)).toEqual({ isAdded: true, isOther: true })
  expect(await addSharedCollection(drafts, other, create)).toEqual({ isAdded: false, isOther: true })
  const ids = [...(await drafts.under(collectionPrefix)).keys()]
  expect(ids).toHaveLength(2)
  expect((await readStoredCollection(drafts, 'talk')).collection).toEqual(collection(card('a')))
})
