import { createContext, runInContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { scriptsOf } from './mock-frame.ts'

/** What the worker of a mock says, as `public/mock-frame.html` runs it: with the first script that can be parsed. */
async function said(source: string, input: unknown): Promise<unknown> {
  const parsed = scriptsOf(source).find((script) => {
    try {
      return new Script(script)
    } catch {
      return false
    }
  })
  if (parsed === undefined) return 'no script'
  return await new Promise((done) => {
    const scope = { postMessage: (message: unknown) => message !== 'started' && done(message), onmessage: undefined }
    const context = createContext(Object.assign(scope, { self: scope, JSON }))
    runInContext(parsed, context)
    runInContext(`onmessage({ data: ${JSON.stringify(input)} })`, context)
  })
}

test.each([
  ['return { city: args.city }', '{"city":"Lisbon"}'],
  ['const { city } = args\nawait null\nreturn city // its name', 'Lisbon'],
  ['(args) => args.city.length', '6'],
  ['async ({ city }) => [city]', '["Lisbon"]'],
  ['function answer(args) { return args }', '{"city":"Lisbon"}'],
  ['{ "temperature": 21 }', '{"temperature":21}'],
  ['Promise.resolve(null)', 'null'],
])('the mock %j returns %s', async (source, text) => {
  expect(await said(source, { city: 'Lisbon' })).toEqual({ kind: 'returned', text })
})

test.each([
  ['throw new RangeError("no such city")', 'RangeError: no such city'],
  ['() => { throw "words" }', 'words'],
  ['throw { toString() { throw 1 } }', 'The mock threw a value without words.'],
  ['return args.place.name', "TypeError: Cannot read properties of undefined (reading 'name')"],
  ['const loop = {}; loop.loop = loop; return loop', 'TypeError: Converting circular structure to JSON'],
  ['return 1n', 'TypeError: Do not know how to serialize a BigInt'],
])('what the mock %j throws is its answer', async (source, why) => {
  expect(await said(source, {})).toMatchObject({ kind: 'threw', text: expect.stringContaining(why) })
})

test('a mock that returns nothing has no text, and one that is no JavaScript no script', async () => {
  expect(await said('args.city', {})).toEqual({ kind: 'returned', text: undefined })
  expect(await said('return {', {})).toBe('no script')
})
