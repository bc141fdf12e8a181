import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { asSent, javascript, jsonText, literal, python, quoted, shellWord } from './literal.ts'

const runs = { seed, numRuns: 300 }

const hasPython = spawnSync('python3', ['--version']).status === 0

const samples = [...hostileTexts, ...fc.sample(fc.string({ unit: 'binary' }), runs)]

/** What a value is, told so that an own `__proto__` and the order of names count. */
const told = (value: unknown) => JSON.stringify(value)

const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), runs)
const odd = [{ ['__proto__']: { a: 1 }, constructor: 2, 'a-b': [[], {}, null, true, false, -0.5, 1e21, 1e-7] }]

test(`a text in a shell is the same text, without NUL (seed ${seed})`, () => {
  const words = samples.map((text) => `printf '%s\\0' ${shellWord(text)}`).join('\n')
  const { stdout, status } = spawnSync('bash', ['-s'], { input: words, encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout.split('\0').slice(0, -1)).toEqual(samples.map((text) => text.toWellFormed().replaceAll('\0', '')))
})

test('nothing that acts on a terminal stands in a shell word as it is', () => {
  for (const text of samples) expect(shellWord(text)).not.toMatch(/[^\P{Cc}\t\n\x80-\x9f]/u)
})

test(`a value in JavaScript is the same value (seed ${seed})`, () => {
  for (const value of [...samples, ...values, ...odd]) {
    const source = literal(asSent(value), javascript)
    expect(told(new Function(`return (${source})`)()), source).toBe(told(value))
  }
})

test.skipIf(!hasPython)(`a value in Python is the same value (seed ${seed}; skipped without python3)`, () => {
  const all = [...samples, ...values, ...odd]
  const source = `import json\nprint(json.dumps([${all.map((value) => literal(asSent(value), python)).join(',\n')}]))`
  const { stdout, stderr } = spawnSync('python3', ['-'], { input: source, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(JSON.parse(told(all)))
})

test('a JSON text is the same value, and a bare line end is only layout', () => {
  for (const value of [...samples, ...values, ...odd]) {
    expect(told(JSON.parse(jsonText(value)))).toBe(told(value))
    expect(jsonText(value)).not.toMatch(/[^\P{Cc}\n]/u)
  }
})

test('what cannot be seen stands escaped, what can be seen stands as it is', () => {
  expect(quoted('a\u202eb\u2028c\u007fd\u009be\ufefff')).toBe('"a\\u202eb\\u2028c\\u007fd\\u009be\\ufefff"')
  expect(quoted('漢字 é 👩‍👧')).toBe('"漢字 é 👩‍👧"')
})
