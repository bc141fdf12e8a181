import { expect, it, vi } from 'vitest'
import { emptyResult, type Output } from '../result.ts'
import { outputOf } from './hashes.ts'

const of = (...outputs: readonly Output[]) => outputOf({ ...emptyResult, outputs })
const said = (text: string, index = 0): Output => ({ kind: 'message', index, parts: [{ part: 0, text }] })
const called = (callId: string): Output => ({
  ...{ kind: 'tool-call', index: 1, callId, name: 'look_up', custom: false, arguments: '{}', done: true },
})

it('is equal for equal words, whatever ids and thoughts came with them', async () => {
  const plain = await of(said('Hi'), called('call_1'))
  expect(await of({ kind: 'reasoning', index: 0, text: 'hm' }, said('Hi', 1), called('call_2'))).toEqual(plain)
  expect((await of(said('Ho'), called('call_1')))?.sha256).not.toBe(plain?.sha256)
})

it('is nothing where nothing came, and where it is nested too deeply', async () => {
  expect(await of()).toBeUndefined()
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(await of({ kind: 'item', index: 0, item: deep })).toBeUndefined()
})

it('is the same on a page from a plain http address, which has no digest of the browser', async () => {
  const plain = await of(said('Hi'))
  vi.stubGlobal('crypto', {})
  expect(await of(said('Hi'))).toEqual(plain)
  vi.unstubAllGlobals()
})
