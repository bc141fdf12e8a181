import { expect, test } from 'vitest'
import { readSize } from '#contract/images/images-rules.ts'
import { emptyResult, type MediaOutput, type Output } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { ratioName } from '../shared-rows.tsx'
import { drawnOf, slotRatio, slotsOf } from './slots.ts'

const asset = (sha256: string, type = 'image/png', bytes = 'x') => {
  const blob = new Blob([bytes], { type })
  return { id: `id-${sha256}`, run: 'r', role: 'output', type, size: blob.size, sha256, blob } as const
}
const media = (index: number, facts: Partial<MediaOutput>): MediaOutput => ({ kind: 'media', index, ...facts })

const run = (status: Run['status'], n: unknown, outputs: readonly Output[] = []): Run => ({
  ...{ id: 'r', seq: 1, endpoint: 'images.generations', model: 'm', title: 't', intent: '', log: [], saved: true },
  connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' },
  status,
  request: { prompt: 'A fox', n },
  result: { ...emptyResult, outputs },
})
const states = (one: Run, assets: Parameters<typeof slotsOf>[1] = []) => slotsOf(one, assets).map(({ state }) => state)

test('a place for every picture is there from the press on', () => {
  expect(states(run('sending', 3))).toEqual(['waiting', 'waiting', 'waiting'])
  expect(states(run('receiving', 10))).toHaveLength(10)
})

test.each([[undefined], [0], [11], [2.5], ['many'], [null]])('a number of images that is %s is read as one', (n) => {
  expect(states(run('sending', n))).toEqual(['waiting'])
})

test('a preview stands in its own place until the picture comes, and is called one for ever where none does', () => {
  const preview = [media(0, { sha256: 'p', partial: true })]
  expect(slotsOf(run('receiving', 2, preview), [asset('p')])).toMatchObject([
    { state: 'preview', ended: false },
    { state: 'waiting' },
  ])
  expect(slotsOf(run('failed', 2, preview), [asset('p')])).toMatchObject([
    { state: 'preview', ended: true },
    { state: 'missing' },
  ])
})

test('one picture that did not come hides none of the others', () => {
  const outputs = [media(0, { sha256: 'a' }), media(2, { sha256: 'c', says: 'a red fox' })]
  expect(slotsOf(run('completed', 3, outputs), [asset('a'), asset('c')])).toMatchObject([
    { state: 'done', place: 0 },
    { state: 'missing', place: 1, why: 'No image received.' },
    { state: 'done', place: 2, says: 'a red fox' },
  ])
})

test('an item in a picture’s place says in its own words why there is none', () => {
  const outputs: Output[] = [
    media(0, { sha256: 'a' }),
    { kind: 'item', index: 1, item: { error: { message: 'Held back.' } } },
  ]
  expect(slotsOf(run('completed', 2, outputs), [asset('a')])[1]).toMatchObject({ state: 'missing', why: 'Held back.' })
})

test('more pictures than were asked for have places too', () => {
  const outputs = [0, 1, 2].map((index) => media(index, { sha256: `${index}` }))
  expect(states(run('completed', 1, outputs), [asset('0'), asset('1'), asset('2')])).toEqual(['done', 'done', 'done'])
})

test('a picture that stood nowhere one was looked for is shown all the same, also where the run failed', () => {
  const item: Output = { kind: 'item', index: 0, item: {} }
  expect(slotsOf(run('completed', 1, [item]), [asset('a')])).toMatchObject([
    { state: 'done', place: 0, from: 'elsewhere in the reply' },
  ])
  expect(states(run('failed', 2), [asset('a')])).toEqual(['done', 'missing'])
  expect(states(run('interrupted', 1, [media(0, { sha256: 'a' })]), [asset('a'), asset('b')])).toEqual(['done', 'done'])
  expect(states(run('failed', 1), [{ ...asset('a'), role: 'input' }])).toEqual([])
})

test('the steps on the way to a picture are no pictures beside it', () => {
  const outputs = [media(0, { sha256: 'b', steps: ['a'] })]
  expect(states(run('completed', 1, outputs), [asset('a'), asset('b')])).toEqual(['done'])
})

test('an item of which nothing is known takes no place beside the pictures that were asked for', () => {
  const outputs: Output[] = [media(0, { sha256: 'a' }), { kind: 'item', index: 1, item: { data: {} } }]
  expect(states(run('completed', 1, outputs), [asset('a')])).toEqual(['done'])
})

test('an address that cannot be fetched is told', () => {
  const outputs: Output[] = [media(0, { sha256: 'a' }), { kind: 'item', index: 1, item: { url: 'files/1.png' } }]
  expect(slotsOf(run('completed', 2, outputs), [asset('a')])[1]).toMatchObject({
    state: 'missing',
    why: 'Stored where this app cannot fetch it: files/1.png',
  })
})

test('a picture at an address, one without a byte and one whose bytes are lost are told apart', () => {
  const outputs = [
    media(0, { url: 'https://a.test/a.png', trouble: 'It could not be read.' }),
    media(1, { sha256: 'empty' }),
    media(2, { sha256: 'lost' }),
  ]
  const slots = slotsOf(run('completed', 3, outputs), [asset('empty', 'image/png', '')])
  expect(slots).toMatchObject([
    { state: 'elsewhere', why: 'It could not be read.' },
    { state: 'missing', why: 'The image is empty (0 bytes).' },
    { state: 'missing', why: 'No longer stored.' },
  ])
})

test('until the bytes are read nothing is called lost', () => {
  expect(slotsOf(run('completed', 1, [media(0, { sha256: 'a' })]), undefined)).toMatchObject([{ state: 'waiting' }])
})

test('a run that gave no picture at all has no places: its failure says it', () => {
  expect(states(run('refused', 4))).toEqual([])
  expect(states(run('failed', 1, [{ kind: 'item', index: 0, item: {} }]))).toEqual([])
})

test('only finished pictures that a browser can draw are looked at big', () => {
  const outputs = [media(0, { sha256: 'a' }), media(1, { sha256: 'svg' }), media(2, { sha256: 'p', partial: true })]
  const assets = [asset('a'), asset('svg', 'image/svg+xml'), asset('p')]
  expect(drawnOf(slotsOf(run('interrupted', 3, outputs), assets)).map(({ place }) => place)).toEqual([0])
})

test.each([['auto'], [undefined], ['1024'], ['0x1024'], ['1024x'], ['-1x2'], [{}], [1024]])('%s is no size', (size) => {
  expect(readSize(size)).toBeUndefined()
})

test.each([
  ['1536x1024', '3:2'],
  ['1024x1024', '1:1'],
  ['3840x2160', '16:9'],
  ['2048x1152', '16:9'],
  ['1008x1024', '1:1.02'],
  ['1936x1088', '1.78:1'],
])('the ratio of %s is %s', (size, name) => {
  expect(ratioName(readSize(size) ?? { width: 0, height: 0 })).toBe(name)
})

test('the places of a run have the ratio that was asked for, else that of its first picture, else they are square', () => {
  const first = { width: 200, height: 100 }
  expect(slotRatio({ size: '1536x1024' }, first)).toBe(1.5)
  expect(slotRatio({ size: 'auto' }, first)).toBe(2)
  expect(slotRatio({}, undefined)).toBe(1)
  expect(slotRatio({ size: '9000x1' }, undefined)).toBe(4)
})
