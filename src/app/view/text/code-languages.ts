export type Grammar = keyof typeof names

const names = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
} as const

const otherWords: ReadonlyMap<string, Grammar> = new Map([
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['cc', 'cpp'],
  ['console', 'bash'],
  ['cs', 'csharp'],
  ['golang', 'go'],
  ['h', 'c'],
  ['hpp', 'cpp'],
  ['html', 'xml'],
  ['js', 'javascript'],
  ['jsonc', 'json'],
  ['jsx', 'javascript'],
  ['kt', 'kotlin'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['patch', 'diff'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['svg', 'xml'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['yml', 'yaml'],
  ['zsh', 'bash'],
])

export interface Language {
  readonly name: string
  readonly grammar?: Grammar
}

/** The language of a code fence. An unknown plain word becomes the name without a grammar; other words give an empty name. */
export function languageOf(word: string): Language {
  const key = word.toLowerCase()
  const grammar = isGrammar(key) ? key : otherWords.get(key)
  if (grammar) return { name: key === 'html' ? 'HTML' : names[grammar], grammar }
  return { name: /^[a-z0-9+#._-]{1,24}$/.test(key) ? key : '' }
}

export function isGrammar(word: string): word is Grammar {
  return Object.hasOwn(names, word)
}
