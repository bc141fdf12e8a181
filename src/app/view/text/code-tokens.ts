import type { ElementContent, RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { Grammar } from './code-languages.ts'

/** Its grammars are more than `code-languages.ts` names; those are compiled when they are first used. */
const lowlight = createLowlight(common)

/** A piece of code: plain text, or pieces with a class. */
export type CodeToken = string | readonly [className: string, pieces: readonly CodeToken[]]

export interface CodeQuestion {
  readonly code: string
  readonly grammar: Grammar
}

/** The pieces of the code; their text is the code's. */
export function codeTokens({ code, grammar }: CodeQuestion): readonly CodeToken[] {
  return tokensIn(lowlight.highlight(grammar, code).children)
}

function tokensIn(nodes: readonly (RootContent | ElementContent)[]): readonly CodeToken[] {
  return nodes.flatMap((node): readonly CodeToken[] => {
    if (node.type === 'text') return [node.value]
    if (node.type !== 'element') return []
    const className = [node.properties.className ?? ''].flat().join(' ')
    // An embedded language has its bare name as a class.
    return className.startsWith('hljs-') ? [[className, tokensIn(node.children)]] : tokensIn(node.children)
  })
}
