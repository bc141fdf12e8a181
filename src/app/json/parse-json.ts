import { type GrammarFault, JsonReader } from './json-reader.ts'

/** The first error of a JSON text. `at` counts UTF-16 units from 0, `line` and `column` from 1. */
export interface JsonError extends GrammarFault {
  readonly line: number
  readonly column: number
}

/** Parses JSON. The error is located here, since the messages and positions of engines differ. */
export function parseJson(text: string): { readonly value: unknown } | { readonly error: JsonError } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    const fault = JsonReader.faultIn(text) ?? { at: 0, message: 'Not JSON' }
    return { error: { ...fault, ...lineAndColumn(text, fault.at) } }
  }
}

export function describeJsonError({ line, column, message }: JsonError): string {
  return `${message} at line ${line}, column ${column}`
}

export function lineAndColumn(text: string, at: number) {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A value as JSON for display; words where it has none: `undefined`, or a nesting too deep to be written. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing'
  } catch {
    return 'nested too deeply to show'
  }
}
