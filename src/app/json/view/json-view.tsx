import { useMemo } from 'react'
import '../../ui/code-colours.css'
import './json.css'

/** More than this many tokens are shown without colours: each would be an element. */
const maxColoured = 2_000

/** A JSON text, set out to be read. What is not JSON, or not yet, is shown as the text it is. */
export function JsonView({ text }: { text: string }) {
  const tokens = useMemo(() => jsonTokens(text), [text])
  const isColoured = tokens !== undefined && tokens.length <= maxColoured
  return (
    <pre className="json-view" dir="ltr">
      {isColoured
        ? tokens.map((token) => (
            <span key={token.at} className={`json-${token.kind}`}>
              {token.text}
            </span>
          ))
        : (tokens?.map((token) => token.text).join('') ?? text)}
    </pre>
  )
}

export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark'
  readonly at: number
  readonly text: string
}

const maxLength = 200_000
const maxDepth = 64
const token =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*")|(?<empty>\{\s*\}|\[\s*\])|(?<mark>[{}[\],:])|(?<scalar>[^\s{}[\],:"]+)/g

/** JSON over lines, as tokens that keep every digit. Undefined where the text is no JSON, or too long or deep to gain by it. */
export function jsonTokens(text: string): JsonToken[] | undefined {
  if (text.length > maxLength || !isJson(text)) return undefined
  const tokens: JsonToken[] = []
  let depth = 0
  for (const { index: at, groups = {} } of text.matchAll(token)) {
    const { string, empty, mark, scalar } = groups
    if (string) tokens.push({ kind: isKey(text, at + string.length) ? 'key' : 'string', at, text: string })
    else if (scalar) tokens.push({ kind: /^[-\d]/.test(scalar) ? 'number' : 'word', at, text: scalar })
    else if (empty) tokens.push({ kind: 'mark', at, text: empty.replaceAll(/\s/g, '') })
    else if (mark) {
      if (mark === '{' || mark === '[') depth++
      if (mark === '}' || mark === ']') depth--
      if (depth > maxDepth) return undefined
      tokens.push({ kind: 'mark', at, text: setOut(mark, depth) })
    }
  }
  return tokens
}

function setOut(mark: string, depth: number): string {
  if (mark === ':') return ': '
  const newLine = `\n${'  '.repeat(depth)}`
  return mark === '}' || mark === ']' ? newLine + mark : mark + newLine
}

function isKey(text: string, end: number): boolean {
  return /^\s*:/.test(text.slice(end, end + 64))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
