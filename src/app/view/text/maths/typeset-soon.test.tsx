import { expect, test, vi } from 'vitest'
import type { Formula } from '../markdown/verbatim.ts'
import { shown } from '../testing/mounted.ts'
import type { Typeset } from './typeset.ts'
import { typesetSoon } from './typeset-soon.ts'

const math = () => document.createElementNS('http://www.w3.org/1998/Math/MathML', 'math')

/** Every formula takes 100 ms. */
function typesetter() {
  const asked: [Formula, limit: number][] = []
  const typeset: Typeset = async (formula, limit) => {
    asked.push([formula, limit])
    return limit > 0 ? { math: math(), took: 100 } : { problem: 'the budget is used up.', took: 0 }
  }
  return { asked, typeset }
}

function typesetAll(pieces: readonly string[], typeset: Typeset): HTMLElement {
  const place = shown(pieces)
  for (const one of place.querySelectorAll<HTMLElement>('.reading-maths, .reading-code'))
    typesetSoon(one, () => {}, typeset)
  return place
}

test('every formula is typeset without its marks, and what is none is left alone', async () => {
  const { asked, typeset } = typesetter()
  const text =
    'It costs $5 or $6: $a$, \\(b\\), $$c$$, \\[d\\].\n\n```math\ne\n```\n\n$$\nf\n$$\n\n```tex\ng\n```\n\n**$h$** `$i$` $$j'
  const place = typesetAll([text], async (formula) => await typeset(formula, 1))
  await vi.waitFor(() => expect(place.querySelectorAll('math')).toHaveLength(7))
  expect(asked.map(([{ tex, display }]) => `${tex}${display ? ' on its own' : ''}`)).toEqual([
    'a',
    'b',
    'c on its own',
    'd on its own',
    'e on its own',
    'f on its own',
    'h',
  ])
  expect(place.textContent).toContain('$$j')
  expect(place.querySelector('p > strong math')).not.toBeNull()
})

test('the formulas of one text share a budget, and those after it stay source with the reason', async () => {
  const { asked, typeset } = typesetter()
  const place = typesetAll(['$a$ $b$ $c$ $d$ $e$'], typeset)
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  await vi.waitFor(() => expect(place.querySelectorAll('[title]')).toHaveLength(2))
  expect(asked.map(([, limit]) => limit)).toEqual([250, 150, 50, -50, -50])
  expect([...place.querySelectorAll('[title]')].map(({ textContent }) => textContent)).toEqual(['$d$', '$e$'])
  expect(place.querySelector('[title]')?.getAttribute('title')).toBe('Shown as source: the budget is used up.')
})

test('a formula is asked for once it is closed, and what comes after it changes nothing', async () => {
  const place = shown(Array.from('so $$a$$ and **$b$ more** to *come* '))
  expect([...place.querySelectorAll('.reading-maths')].map(({ textContent }) => textContent)).toEqual(['$$a$$', '$b$'])
})
