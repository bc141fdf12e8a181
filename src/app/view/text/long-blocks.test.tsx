import { describe, expect, test } from 'vitest'
import { mounted, shown } from './testing/mounted.ts'

const times = (count: number, unit: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => unit(at)).join('')

describe('a long list', () => {
  const partsIn = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>('.reading-body ol, .reading-body ul')]

  test('goes on in parts that count on', () => {
    const parts = partsIn(shown([times(500, (at) => `${at + 3}. item\n`)]))
    const sizes = parts.map((part) => part.childElementCount)
    const firsts = parts.map((part) => Number(part.getAttribute('start') ?? 1))
    expect(sizes.reduce((sum, size) => sum + size)).toBe(500)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64)
    expect(firsts).toEqual(sizes.map((_, index) => 3 + sizes.slice(0, index).reduce((sum, size) => sum + size, 0)))
  })

  test('turns loose as a whole', () => {
    const { place, give } = mounted()
    give(times(200, () => '- item\n'))
    expect(partsIn(place).some((part) => part.matches('.reading-loose'))).toBe(false)
    give('\n- item\n')
    give(times(200, () => '- item\n'))
    expect(partsIn(place).every((part) => part.matches('.reading-loose'))).toBe(true)
  })

  test('of very many parts has them in boxes, all items in order, loose or not', () => {
    const place = shown([times(5_000, (at) => `${at + 1}. ${at}\n\n`)])
    const boxes = [...place.querySelectorAll('.reading-parts')]
    const counts = boxes.map((box) => box.childElementCount)
    expect(counts).toEqual([32, 32, 14])
    expect(boxes.every((box) => box.matches('.reading-loose'))).toBe(true)
    const items = [...place.querySelectorAll('li')].map((item) => item.textContent)
    expect(items).toEqual(Array.from({ length: 5_000 }, (_, at) => String(at)))
  })

  test('leaves room for its longest number', () => {
    const rooms = partsIn(shown([times(200, (at) => `${at + 1}. a\n`)])).map((part) => part.style.paddingInlineStart)
    expect(rooms).toEqual(['', '2.4em', '2.4em', '2.4em'])
    expect(partsIn(shown(['1234567. a']))[0]?.style.paddingInlineStart).toBe('4.8em')
  })

  test('is followed by what comes behind it', () => {
    const place = shown([
      `a\n\n${times(300, (at) => `- ${at} `.concat('\n'))}\nb\n\n> ${times(100, (at) => `- q${at}\n> `)}\n\nc`,
    ])
    const words = `a${times(300, String)}b${times(100, (at) => `q${at}`)}c`
    expect(place.textContent.replaceAll(/\s/g, '')).toBe(words)
  })
})

describe('a long table', () => {
  const text = `| a | b |\n|---|--:|\n${times(400, (at) => `| ${at} | *${at}* |\n`)}`

  test('goes on in parts with the same columns', () => {
    const tables = [...shown([text]).querySelectorAll('table')]
    const rows = tables.flatMap((table) => [...table.querySelectorAll('tbody tr')])
    expect(tables.length).toBeGreaterThan(1)
    expect(rows.map((row) => row.textContent)).toEqual(Array.from({ length: 400 }, (_, at) => `${at}${at}`))
    expect(tables.slice(1).every((table) => table.querySelectorAll('col').length === 2)).toBe(true)
    expect(tables.slice(1).every((table) => table.getAttribute('aria-label'))).toBe(true)
  })

  test('has the fewer rows in each part, the more columns it has', () => {
    const rowsOf = (columns: number) => {
      const row = `|${' a |'.repeat(columns)}\n`
      const place = shown([`${row}|${'---|'.repeat(columns)}\n${row.repeat(70)}`])
      return [...place.querySelectorAll('tbody')].map((body) => body.childElementCount)
    }
    expect(rowsOf(4)).toEqual([64, 6])
    expect(rowsOf(32)).toEqual([16, 16, 16, 16, 6])
  })

  test('is the same in whatever pieces it comes', () => {
    const { place, give, finish } = mounted()
    for (let at = 0; at < text.length; at += 333) give(text.slice(at, at + 333))
    finish()
    expect(place.textContent).toBe(shown([text]).textContent)
  })
})

test('very many references and footnotes are all drawn', () => {
  const text = `${times(300, (at) => `[r${at}] and[^n${at}]\n\n`)}${times(300, (at) => `[r${at}]: https://a.test/${at}\n\n`)}${times(300, (at) => `[^n${299 - at}]: note ${299 - at}\n\n`)}`
  const place = shown([text])
  expect(place.querySelectorAll('.reading-body a[target]')).toHaveLength(300)
  const notes = [...place.querySelectorAll('.reading-notes > ol > li')].map((item) => item.textContent)
  expect(notes).toEqual(Array.from({ length: 300 }, (_, at) => `note ${at} ↩`))
})

test.each([
  ['its first lines were definitions', 40],
  ['its first lines were definitions, and it is too long to be read', 2_500],
])('a paragraph that grew long is shown once, also where %s', (_, count) => {
  const words = times(count, (at) => `word${at} and more of it, `)
  const text = `[a]: https://a.test "${'bbb '.repeat(400)}"\n${words}[a]`
  const { place, give, finish } = mounted()
  for (let at = 0; at < text.length; at += 500) give(text.slice(at, at + 500))
  finish()
  expect(place.textContent.match(/word\d+/g)).toEqual(Array.from({ length: count }, (__, at) => `word${at}`))
  expect(place.textContent).not.toContain('bbb')
})

test('a paragraph too long to be read does not keep the line that became the head of a table', () => {
  const words = times(2_500, (at) => `word${at} and more of it, `)
  const text = `${words}\none | two\n---|---\n3 | 4\n`
  const { place, give, finish } = mounted()
  for (let at = 0; at < words.length; at += 500) give(words.slice(at, at + 500))
  for (const character of text.slice(words.length)) give(character)
  finish()
  expect(place.textContent.match(/one/g)).toHaveLength(1)
  expect(place.querySelector('th')?.textContent).toBe('one')
})
