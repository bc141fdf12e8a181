import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { canonicalJson } from '#contract/core/loose-json.ts'
import { seed } from '../../../testing/seed.ts'
import { sampleDraft } from '../testing/open-page.ts'
import { intentOf } from './hashes.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the intent of a press', () => {
  it('does not depend on the order of keys', async () => {
    const one = await intentOf(sampleDraft({ request: { a: 1, b: { c: 2, d: [3] } } }))
    expect(await intentOf(sampleDraft({ request: { b: { d: [3], c: 2 }, a: 1 } }))).toBe(one)
    expect(one).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is another one for whatever would be sent otherwise, and the same for what would not', async () => {
    const base = sampleDraft()
    const other = { ...base.connection, baseUrl: 'https://router.example/v1' }
    const others = [
      { request: { ...Object(base.request), input: 'Other' } },
      { model: 'x' },
      { revision: 1 },
      { connection: other },
    ]
    const intents = await Promise.all(
      [base, ...others.map((change) => ({ ...base, ...change }))].map((draft) => intentOf(draft)),
    )
    expect(new Set(intents).size).toBe(others.length + 1)
    const same = {
      ...base,
      title: 'x',
      price: 'x',
      turn: 1,
      repeats: 'x',
      thread: 'x',
      parent: 'x',
      connection: { ...base.connection, key: 'y' },
    }
    expect(await intentOf(same)).toBe(intents[0])
  })

  it('is there also where the page has no cryptography', async () => {
    vi.stubGlobal('crypto', undefined)
    const one = await intentOf(sampleDraft())
    expect(one).toBe(await intentOf(sampleDraft()))
    expect(one).not.toBe(await intentOf(sampleDraft({ model: 'x' })))
  })
})

it(`canonical JSON says the same as JSON (SEED=${seed})`, () => {
  void fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { seed },
  )
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}')
})
