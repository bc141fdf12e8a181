/** The grammars that can be loaded, by their names in highlight.js: the shown name, and further words for it. */
const grammars = {
  bash: ['Shell', 'console', 'sh', 'shell', 'zsh'],
  c: ['C', 'h'],
  cpp: ['C++', 'c++', 'cc', 'hpp'],
  csharp: ['C#', 'c#', 'cs'],
  css: ['CSS'],
  diff: ['Diff', 'patch'],
  go: ['Go', 'golang'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs'],
  json: ['JSON', 'jsonc'],
  kotlin: ['Kotlin', 'kt'],
  markdown: ['Markdown', 'md'],
  php: ['PHP'],
  python: ['Python', 'py'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  sql: ['SQL'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx'],
  xml: ['XML', 'html', 'svg'],
  yaml: ['YAML', 'yml'],
} as const
export type Grammar = keyof typeof grammars

const byWord: ReadonlyMap<string, Grammar> = new Map(
  Object.keys(grammars)
    .filter(isGrammar)
    .flatMap((grammar) => [grammar, ...grammars[grammar].slice(1)].map((word) => [word, grammar] as const)),
)

export interface Language {
  readonly name: string
  readonly grammar?: Grammar
}

/** The language of a code fence. An unknown plain word becomes the name without a grammar; other words give an empty name. */
export function languageOf(word: string): Language {
  const key = word.toLowerCase()
  const grammar = byWord.get(key)
  if (grammar) return { name: key === 'html' ? 'HTML' : grammars[grammar][0], grammar }
  return { name: /^[a-z0-9+#._-]{1,24}$/.test(key) ? key : '' }
}

export function isGrammar(word: string): word is Grammar {
  return Object.hasOwn(grammars, word)
}
