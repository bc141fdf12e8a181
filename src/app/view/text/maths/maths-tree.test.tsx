import { expect, test } from 'vitest'
import { type MathsTree, typesetTree } from './maths-tree.ts'
import { draw } from './typeset.ts'

const reply = (tex: string, display = false) => typesetTree({ tex, display })

function drawn(tex: string, display = false): Element {
  const made = reply(tex, display)
  if ('problem' in made) throw new Error(made.problem)
  return draw(made.tree)
}

test('a formula becomes MathML', () => {
  const math = drawn('\\frac{a}{b} + x^2 = \\text{<b>}')
  expect(math.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
  expect(math.querySelector('mfrac')?.textContent).toBe('ab')
  expect(math.querySelector('mtext')?.textContent).toBe('<b>')
  expect(math.hasAttribute('display')).toBe(false)
  expect(drawn('x', true).getAttribute('display')).toBe('block')
})

test.each([
  ['Unsupported function name: \\href', '\\href{javascript:alert(1)}{x}'],
  ['Unsupported function name: \\url', '\\url{https://a.test}'],
  ['not trusted', '\\includegraphics{https://a.test/a.png}'],
  ['Unsupported function name: \\htmlData', '\\htmlData{a=b}{x}'],
  ['not trusted', '\\class{x}{y}'],
  ['not trusted', '\\id{x}{y}'],
  ['not trusted', '\\style{color:red}{y}'],
  ['not trusted', '\\data{a=b}{y}'],
  ['Invalid color', '\\textcolor{red;background:url(x)}{x}'],
  ['Too many expansions', '\\def\\a{\\a\\a}\\a'],
  ['Too many expansions', '\\def\\a{\\a}\\a'],
  ['nested too deeply', `${'\\left('.repeat(1_000)}x${'\\right)'.repeat(1_000)}`],
  ['nested too deeply', `${'x^{'.repeat(6_000)}x${'}'.repeat(6_000)}`],
  ['nested too deeply', `${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}`],
  ['too many parts', 'x'.repeat(20_000)],
  ['too many parts', `\\begin{matrix}${'a&'.repeat(9_000)}\\end{matrix}`],
  ['Unsupported function name: \\unknown at position 1.', '\\unknown'],
  ['not valid TeX', 'x_'],
  ['', '\\frac{a'],
])('of TeX that is no formula it is said: %s', (reason, tex) => {
  expect(reply(tex)).toMatchObject({ problem: expect.stringContaining(reason) })
})

test('a macro of one formula is unknown to the next', () => {
  expect(reply('\\gdef\\mine{x}\\mine')).toHaveProperty('tree')
  expect(reply('\\mine')).toHaveProperty('problem')
})

test('nothing but listed elements, attributes and values is drawn', () => {
  const hostile: MathsTree = {
    name: 'math',
    attributes: { onclick: 'alert(1)', href: 'javascript:alert(1)', width: 'url(https://a.test)', display: 'block' },
    style: {},
    children: [{ name: 'script', attributes: {}, style: {}, children: ['alert(1)'] }],
  }
  const math = draw(hostile)
  expect(math.getAttributeNames()).toEqual(['display'])
  expect(math.childElementCount).toBe(0)
  expect(math.textContent).toBe('alert(1)')
})
