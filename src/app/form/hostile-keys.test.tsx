import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field } from '#contract/core/field.ts'
import { seed } from '../../testing/seed.ts'
import { readJson } from './form-values.ts'
import type { RequestDraft } from './request-draft.ts'
import { useRequestForm } from './use-request-form.ts'

const sample = { seed, numRuns: process.env.SOAK ? 5_000 : 100 }

const Schema = z.looseObject({
  metadata: field(z.optional(z.record(z.string(), z.unknown())), { title: 'Metadata', control: 'key-value' }),
})

const hostile = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then'],
  ...['', '0', 'a.b', 'a[0]', 'draft', 'entries', 'filled', 'ref', '_f'],
)
const key = fc.oneof(hostile, fc.string())
const value = fc.oneof(fc.string(), fc.constantFrom(0, false, null), fc.dictionary(key, fc.string(), { maxKeys: 3 }))
/** As `JSON.parse` makes it: every key its own, `__proto__` too. */
const record = fc
  .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength: 1, maxLength: 5 })
  .map((pairs): Record<string, unknown> => Object.fromEntries(pairs))

function start(values: RequestDraft = {}) {
  const { result } = renderHook(() => useRequestForm(Schema, { values }))
  const sent = async () => {
    let request: RequestDraft | undefined
    await act(async () => result.current.submit((next) => (request = next)))
    return JSON.stringify(request)
  }
  return { form: () => result.current, sent }
}

const inherited = Object.getOwnPropertyNames(Object.prototype).join()

afterEach(() => {
  cleanup()
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(inherited)
})

test(`metadata is sent with every key, whatever it is called (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(record, async (metadata) => {
      const { form, sent } = start()
      act(() => form().set('metadata', metadata))
      expect(JSON.stringify(form().draft)).toBe(JSON.stringify({ metadata }))
      expect(await sent()).toBe(JSON.stringify({ metadata }))
      cleanup()
    }),
    sample,
  )
})

test(`a request written as JSON is sent with every key, and survives a reset that is undone (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(record, async (metadata) => {
      const { form, sent } = start()
      const text = JSON.stringify({ metadata, ...metadata, metadata_: metadata })
      fc.pre(!Object.hasOwn(metadata, 'metadata'))
      act(() => form().enter('', text, readJson(text)))
      expect(await sent()).toBe(JSON.stringify(JSON.parse(text)))
      act(() => form().reset())
      expect(await sent()).toBe('{}')
      act(() => form().undoReset())
      expect(await sent()).toBe(JSON.stringify(JSON.parse(text)))
      cleanup()
    }),
    sample,
  )
})

test('a form starts with such keys, too', async () => {
  const { sent } = start(JSON.parse('{"metadata":{"__proto__":"kept"}}'))
  expect(await sent()).toBe('{"metadata":{"__proto__":"kept"}}')
})
