import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { pastedCells } from './delimited-text.ts'
import { readTable, refusedSize, type TableSource } from './read-table.ts'
import { planLimits } from './row-limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const file = (name: string, content: string | Uint8Array): TableSource => ({
  name,
  bytes: typeof content === 'string' ? bytes(content) : content,
})

function readOf(source: TableSource, hasHeader?: boolean) {
  const reading = readTable(source, hasHeader)
  if (reading.status === 'refused') throw new Error(reading.why)
  return reading
}

function whyOf(source: TableSource) {
  const reading = readTable(source)
  return reading.status === 'refused' ? reading.why : reading
}

const three = [
  { topic: 'sea, wide', tone: 'calm' },
  { topic: 'a "quoted" word', tone: 'two\nlines' },
]

test.each([
  ['CSV', 'rows.csv', 'topic,tone\r\n"sea, wide",calm\r\n"a ""quoted"" word","two\nlines"\r\n'],
  ['CSV', 'rows.csv', 'topic;tone\n"sea, wide";calm\n"a ""quoted"" word";"two\nlines"'],
  ['TSV', 'rows.tsv', 'topic\ttone\nsea, wide\tcalm\n"a ""quoted"" word"\t"two\nlines"\n'],
  ['TSV', 'rows.txt', 'topic\ttone\nsea, wide\tcalm\n"a ""quoted"" word"\t"two\nlines"\n'],
  ['JSON', 'rows.json', JSON.stringify(three, undefined, 2)],
  ['JSON', 'rows.txt', JSON.stringify(three)],
  ['JSON', 'ROWS.JSON', JSON.stringify({ rows: three })],
  ['JSONL', 'rows.jsonl', three.map((row) => JSON.stringify(row)).join('\n')],
  ['JSONL', 'rows.ndjson', three.map((row) => `${JSON.stringify(row)}\r\n`).join('')],
  ['JSONL', 'rows.json', three.map((row) => JSON.stringify(row)).join('\n')],
  ['YAML', 'rows.yaml', '- topic: sea, wide\n  tone: calm\n- topic: a "quoted" word\n  tone: "two\\nlines"\n'],
  ['YAML', 'rows', '- topic: sea, wide\n  tone: calm\n- topic: a "quoted" word\n  tone: |-\n    two\n    lines\n'],
  ['YAML', 'rows.yml', 'topic: sea, wide\ntone: calm\n---\ntopic: a "quoted" word\ntone: "two\\nlines"\n'],
])('%s is read from %s', (format, name, text) => {
  expect(readOf(file(name, text))).toMatchObject({ format, columns: ['topic', 'tone'], rows: three, ragged: [] })
})

test('what was pasted is read by what it holds', () => {
  const formats = ['topic\ttone\na\tb', 'topic,tone\na,b', '[{"a":1}]', '{"a":1}\n{"a":2}', '- a: 1', 'topic\nsea'].map(
    (text) => readOf({ text }).format,
  )
  expect(formats).toEqual(['TSV', 'CSV', 'JSON', 'JSONL', 'YAML', 'CSV'])
  expect(
    readOf({ text: '# support\ndescription: a, b\nprompts: ["Say {{a}}"]\ntests:\n  - vars: { a: 1 }\n' }).format,
  ).toBe('YAML')
  expect(readOf({ text: '[note]\ttone\n[a]\tb' })).toMatchObject({ format: 'TSV', columns: ['[note]', 'tone'] })
})

test('cells of CSV are texts, values of JSON and YAML stay what they are', () => {
  expect(readOf(file('a.csv', 'n,f\n007,=1+1\n')).rows).toEqual([{ n: '007', f: '=1+1' }])
  const nested = { n: 7, on: true, none: null, messages: [{ role: 'user', content: 'Hi' }] }
  expect(readOf(file('a.json', JSON.stringify([nested]))).rows).toEqual([nested])
  expect(
    readOf(file('a.yaml', '- n: 7\n  on: true\n  none:\n  messages: [{role: user, content: Hi}]\n  day: 2026-11-28\n'))
      .rows,
  ).toEqual([{ ...nested, day: '2026-11-28' }])
})

test('columns stand in the order of their first use, and a row keeps what it lacks absent', () => {
  const reading = readOf(file('a.jsonl', '{"b":1}\n\n{"a":2,"b":3}\n'))
  expect(reading).toMatchObject({ columns: ['b', 'a'], notes: ['1 blank line was skipped.'] })
  expect(reading.rows).toEqual([{ b: 1 }, { a: 2, b: 3 }])
})

test.each([
  ['UTF-8', [0x61, 0x2c, 0x62, 0x0a, 0xc3, 0xa9, 0x2c, 0x31]],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x61, 0x2c, 0x62, 0x0a, 0xc3, 0xa9, 0x2c, 0x31]],
  ['UTF-16 LE', [0xff, 0xfe, 0x61, 0, 0x2c, 0, 0x62, 0, 0x0a, 0, 0xe9, 0, 0x2c, 0, 0x31, 0]],
  ['UTF-16 BE', [0xfe, 0xff, 0, 0x61, 0, 0x2c, 0, 0x62, 0, 0x0a, 0, 0xe9, 0, 0x2c, 0, 0x31]],
  ['Windows-1252', [0x61, 0x2c, 0x62, 0x0a, 0xe9, 0x2c, 0x31]],
])('%s is read, a guessed encoding is said', (encoding, content) => {
  expect(readOf(file('a.csv', Uint8Array.from(content)))).toMatchObject({
    encoding,
    columns: ['a', 'b'],
    rows: [{ a: 'é', b: '1' }],
    notes: encoding === 'Windows-1252' ? ['Read as Windows-1252: the file is not valid UTF-8.'] : [],
  })
  expect(readOf({ text: 'a,b\n1,2' })).not.toHaveProperty('encoding')
})

test('a file for Excel states its delimiter; the letters of Windows-1252 that Latin-1 lacks are read in Node, too', () => {
  const { rows, ragged } = readOf(
    file('a.csv', Uint8Array.from([...bytes('sep=|\r\na|b\r\n1|'), 0x80, ...bytes('\r\n2')])),
  )
  expect([rows, ragged]).toEqual([[{ a: '1', b: '€' }], [{ line: 4, found: 1, expected: 2 }]])
})

test('columns of one name are numbered, nameless ones named, and both are said', () => {
  const { columns, notes, rows } = readOf(file('a.csv', 'a, a ,a (2),a,,Column 5\n1,2,3,4,5,6\n'))
  expect(columns).toEqual(['a', 'a (3)', 'a (2)', 'a (4)', 'Column 5', 'Column 5 (2)'])
  expect(Object.values(rows[0] ?? {})).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(notes).toEqual([
    'Column 5 has no name.',
    'Two columns are called “a”: the second is “a (3)”.',
    '3 columns are called “a”: the last is “a (4)”.',
    'Two columns are called “Column 5”: the second is “Column 5 (2)”.',
  ])
})

test('a table without a header has numbered columns', () => {
  expect(readOf({ text: 'sea\tcalm\nsky\tloud' }, false)).toMatchObject({
    columns: ['Column 1', 'Column 2'],
    rows: [
      { 'Column 1': 'sea', 'Column 2': 'calm' },
      { 'Column 1': 'sky', 'Column 2': 'loud' },
    ],
    notes: [],
  })
})

test('ragged rows are left out and told by the lines in which they begin', () => {
  const text = '\na,b\n1,"two\r\nlines"\n\n3\n4,5,6\n7,8\n\n\n'
  expect(readOf(file('a.csv', text))).toMatchObject({
    rows: [
      { a: '1', b: 'two\r\nlines' },
      { a: '7', b: '8' },
    ],
    ragged: [
      { line: 6, found: 1, expected: 2 },
      { line: 7, found: 3, expected: 2 },
    ],
    notes: ['2 blank lines were skipped.'],
  })
})

test('line breaks of both kinds in one file end rows, and none is part of a cell', () => {
  expect(readOf(file('a.csv', 'a,b\n1,2\r\n3,4\r\n')).rows).toEqual([
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ])
})

test('a quote that is not doubled is said, and costs no other row', () => {
  expect(readOf(file('a.csv', 'a,b\n"he said "hi" to me",2\n3,4'))).toMatchObject({
    rows: [
      { a: 'he said "hi" to me', b: '2' },
      { a: '3', b: '4' },
    ],
    notes: ['Line 2 has a quote inside a quoted cell that is not doubled.'],
  })
  expect(readOf(file('a.csv', 'a,b\n5" pipe,2\n')).rows).toEqual([{ a: '5" pipe', b: '2' }])
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a column called %s is a column', (name) => {
  const sources = [
    file('a.csv', `${name},b\n1,2`),
    file('a.json', `[{"${name}":"1","b":"2"}]`),
    file('a.jsonl', `{"${name}":"1","b":"2"}\n`),
    file('a.yaml', `- ${name}: "1"\n  b: "2"\n`),
  ]
  for (const source of sources) {
    const { columns, rows } = readOf(source)
    expect(columns).toEqual([name, 'b'])
    expect(Object.entries(rows[0] ?? {})).toEqual([
      [name, '1'],
      ['b', '2'],
    ])
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
  }
})

const bomb = Array.from('abcdefgh', (name, at) => {
  const before = at === 0 ? '"lol"' : `*${'abcdefgh'[at - 1]}`
  return `${name}: &${name} [${Array.from({ length: 9 }, () => before)}]`
}).join('\n')

test.each([
  ['an empty file', file('a.csv', ''), 'No rows.'],
  ['blank lines', file('a.tsv', ' \n\n'), 'No rows.'],
  ['a header alone', file('a.csv', 'a,b\n'), 'No rows.'],
  ['an empty list', file('a.json', '[]'), 'No rows.'],
  ['a YAML file of comments', file('a.yaml', '# nothing\n'), 'No rows.'],
  [
    'an unclosed quote',
    file('a.csv', `a,b\n${'1,2\n'.repeat(39)}3,"4\n5,6\n`),
    'The quote opened in line 41 is not closed.',
  ],
  ['broken JSON', file('a.json', '[{"a":1},'), /^This is not valid JSON: .*\.$/],
  ['a broken line', file('a.jsonl', '{"a":1}\n{"a":\n'), /^Line 2 is not valid JSON: .*\.$/],
  ['a line that is no object', file('a.jsonl', '{"a":1}\n[2]\n'), 'Line 2 is not an object.'],
  ['a row that is no object', file('a.json', '[{"a":1},2]'), 'Row 2 is not an object.'],
  ['an object per key', file('a.json', '{"x":{"a":1},"y":{"a":2}}'), /^This is not a list of rows: /],
  ['broken YAML', file('a.yaml', '- a: 1\n- b: "x\n- c'), 'Line 3: Missing closing "quote.'],
  ['a key twice', file('a.yaml', '- a: 1\n  a: 2\n'), 'Line 2: Map keys must be unique.'],
  ['a bomb of aliases', file('a.yaml', bomb), /^The YAML refers to its values too often/],
  ['an alias of nothing', file('a.yaml', '- a: *b'), /^The YAML refers to its values too often|^Line 1: /],
  ['a list within itself', file('a.yaml', '- &a {b: *a}'), 'The values are nested more than 100 levels deep.'],
  ['deep JSON', file('a.json', `[{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`), /100 levels deep\.$/],
  ['deep JSONL', file('a.jsonl', `{"a":${'['.repeat(101)}${']'.repeat(101)}}\n{}`), /100 levels deep\.$/],
  ['deep YAML in brackets', file('a.yaml', '['.repeat(50_000)), /100 levels deep\.$/],
  ['deep YAML in lines', file('a.yaml', '- '.repeat(50_000)), /100 levels deep\.$/],
  ['a workbook', file('a.csv', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0])), /^This is not a text\./],
  ['many rows', file('a.csv', `a,b\n${'1,2\n'.repeat(10_001)}`), '10,001 rows are too many: at most 10,000.'],
  ['many columns', file('a.csv', `${','.repeat(20)}\n1`), '21 columns are too many: at most 20.'],
  ['many keys', file('a.jsonl', Array.from({ length: 21 }, (_, at) => `{"k${at}":1}\n`).join('')), /^21 columns/],
  ['much text', { text: `a\n${'x'.repeat(planLimits.text)}` }, '20.1 MB of text is too much: at most 20 MB.'],
])('%s is refused', (_what, source, why) => {
  expect(whyOf(source)).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
})

test('as much text as fits, and 100 levels, are read', () => {
  expect(readOf({ text: `a\n${'x'.repeat(planLimits.text - 2)}` }).rows).toHaveLength(1)
  expect(readOf(file('a.json', `[{"a":${'['.repeat(98)}${']'.repeat(98)}}]`)).rows).toHaveLength(1)
  expect(readOf(file('a.yaml', `- a: ${'['.repeat(97)}${']'.repeat(97)}`)).rows).toHaveLength(1)
})

test('an alias that becomes more text than a plan holds is refused before it is written', () => {
  const long = 'x'.repeat(1_000_000)
  expect(whyOf(file('a.yaml', `- &a {t: ${long}}\n${'- *a\n'.repeat(30)}`))).toMatch(
    /^20(\.\d)? MB of text is too much/,
  )
  expect(refusedSize(100 * 2 ** 20)).toEqual({ status: 'refused', why: '100 MB of text is too much: at most 20 MB.' })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\r', '\n', '|', '=', '\ufeff') }),
)

test('what papaparse writes is read as it was, for any strings', () => {
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 })
  const written = fc.constantFrom({ newline: '\n' }, { newline: '\r\n' })
  fc.assert(
    fc.property(table, written, fc.constantFrom('csv', 'tsv'), (rows, options, ending) => {
      const delimiter = ending === 'csv' ? ',' : '\t'
      const text = papaparse.unparse([['a', 'b', 'c'], ...rows], { ...options, delimiter })
      const reading = readOf(file(`rows.${ending}`, text))
      expect(reading.rows).toEqual(rows.map(([a, b, c]) => ({ a, b, c })))
      expect(reading.ragged).toEqual([])
    }),
  )
})

test('cells copied from a spreadsheet are read, one that begins with a quote as it is', () => {
  expect(pastedCells('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
    ['a', 'b'],
    ['two\nlines', 'say "hi"'],
  ])
  expect(pastedCells('"Hi" he said\tb\n5" pipe\t"')).toEqual([
    ['"Hi" he said', 'b'],
    ['5" pipe', '"'],
  ])
  expect(pastedCells('one')).toEqual([['one']])
  expect(pastedCells('a\n\nb')).toEqual([['a'], [''], ['b']])
})
