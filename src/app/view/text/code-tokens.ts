import type { ElementContent, RootContent } from 'hast'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight, type LanguageFn } from 'lowlight'
import type { Grammar } from './code-languages.ts'

const grammars: Readonly<Record<Grammar, LanguageFn>> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

const lowlight = createLowlight(grammars)

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
