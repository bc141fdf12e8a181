import temml from 'temml'
import type { Formula } from '../markdown/verbatim.ts'

/** MathML as messages carry it: a text, or an element. */
export type MathsTree =
  | string
  | {
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
      readonly style: Readonly<Record<string, string>>
      readonly children: readonly MathsTree[]
    }

/** The reply for one formula. `took`: ms. */
export type MathsReply = { readonly took: number } & ({ readonly tree: MathsTree } | { readonly problem: string })

/** What Temml makes: an element of MathML (with a `type`), a text, or a fragment. Its declarations leave it open. */
interface TemmlNode {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly classes?: readonly string[]
  readonly style?: Readonly<Record<string, unknown>>
  readonly children?: readonly TemmlNode[]
}

const most = 4_000
const deepest = 60

/** Typesets one formula, without DOM. Commands that name addresses, classes, styles or data are refused by `trust`. */
export function typesetTree({ tex, display }: Formula): MathsReply {
  const start = performance.now()
  const took = () => performance.now() - start
  try {
    const root: TemmlNode = temml.__renderToMathMLTree(tex, {
      ...{ displayMode: display, throwOnError: true, trust: false, maxExpand: 1000 },
      maxSize: [20, 200],
    })
    let left = most
    const treesOf = (node: TemmlNode, depth: number): readonly MathsTree[] => {
      left -= 1
      if (left < 0) throw new TooLarge('it has too many parts.')
      if (depth > deepest) throw new TooLarge('it is nested too deeply.')
      if (node.text !== undefined) return [node.text]
      const children = (node.children ?? []).flatMap((child) => treesOf(child, depth + 1))
      if (node.type === undefined) return children
      const classes = node.classes?.filter(Boolean).join(' ')
      const attributes = { ...textsIn(node.attributes), ...(classes && { class: classes }) }
      return [{ name: node.type, attributes, style: textsIn(node.style), children }]
    }
    const [tree = ''] = treesOf(root, 0)
    return { tree, took: took() }
  } catch (error) {
    return { problem: problemOf(error), took: took() }
  }
}

const textsIn = (given: TemmlNode['attributes'] = {}) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))

/** The first line of Temml's message; the second repeats the formula. */
function problemOf(error: unknown): string {
  if (error instanceof TooLarge) return error.message
  if (error instanceof RangeError) return 'it is nested too deeply.'
  const isParsing = error instanceof Error && error.name === 'ParseError'
  return isParsing ? `${error.message.split('\n')[0]?.replace(/:\s*$/, '').trim()}.` : 'it is not valid TeX.'
}

class TooLarge extends Error {}
