/** The first error of a JSON text. `at` counts UTF-16 units from 0, `line` and `column` from 1. */
export interface JsonError {
  readonly at: number
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Parses JSON. The error's place is computed here, since engines word and place theirs differently. */
export function parseJson(text: string): { readonly value: unknown } | { readonly error: JsonError } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    const fault = firstFault(text) ?? { at: 0, message: 'Not JSON' }
    const before = text.slice(0, fault.at).split('\n')
    return { error: { ...fault, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } }
  }
}

export function describeJsonError({ line, column, message }: JsonError): string {
  return `${message} at line ${line}, column ${column}`
}

interface Fault {
  readonly at: number
  readonly message: string
}

/** What is expected next. After the `first` ones the list or object may also end. */
type Want = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'next'

/** A state machine rather than a recursion, so that no depth of nesting can overflow it. */
function firstFault(text: string): Fault | undefined {
  const open: string[] = []
  let want: Want = 'value'
  let at = 0
  for (;;) {
    at = after(/[ \t\r\n]*/y, text, at)
    const char = text[at]
    const closer = open.at(-1)
    const isName: boolean = want === 'name' || want === 'first name'
    if (want === 'next' && closer === undefined)
      return char === undefined ? undefined : { at, message: 'Unexpected text after the end' }
    if (char === undefined) return { at, message: `Missing ${closer ?? 'value'}` }
    if (char === closer && want !== 'value' && want !== 'name' && want !== 'colon') {
      open.pop()
      want = 'next'
      at += 1
    } else if (want === 'next') {
      if (char !== ',') return { at, message: `Expected a comma or ${closer}` }
      want = closer === '}' ? 'name' : 'value'
      at += 1
    } else if (want === 'colon') {
      if (char !== ':') return { at, message: 'Expected a colon' }
      want = 'value'
      at += 1
    } else if (char === '"') {
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      want = isName ? 'colon' : 'next'
      at = end
    } else if (isName) {
      return { at, message: char === closer ? 'Extra comma' : 'Expected a property name in double quotes' }
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']')
      want = char === '{' ? 'first name' : 'first value'
      at += 1
    } else {
      const end = after(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y, text, at)
      if (end === at) return { at, message: char === closer && char === ']' ? 'Extra comma' : 'Expected a value' }
      want = 'next'
      at = end
    }
  }
}

function endOfString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    if (char < ' ') return { at, message: 'Line breaks and control characters are not allowed in strings' }
    if (char === '\\') {
      const end = after(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, text, at)
      if (end === at) return { at, message: 'Invalid escape' }
      at = end - 1
    }
  }
  return { at: start, message: 'Missing closing quote' }
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
