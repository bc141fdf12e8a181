import type { ElementContent, RootContent } from 'hast'
import { createLowlight, type LanguageFn } from 'lowlight'
import type { Grammar } from './code-languages.ts'
import { element } from './element.ts'

const grammars: Readonly<Record<Grammar, () => Promise<{ default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

const lowlight = createLowlight()

/** The code as nodes with a class per token; its text is unchanged. Grammars are loaded on first use. */
export async function highlight(code: string, grammar: Grammar): Promise<(Node | string)[]> {
  if (!lowlight.registered(grammar)) lowlight.register(grammar, (await grammars[grammar]()).default)
  return drawTokens(lowlight.highlight(grammar, code).children)
}

function drawTokens(tokens: readonly (RootContent | ElementContent)[]): (Node | string)[] {
  return tokens.map((token) => {
    if (token.type === 'text') return token.value
    if (token.type !== 'element') return ''
    return element('span', { class: [token.properties.className ?? ''].flat().join(' ') }, drawTokens(token.children))
  })
}
