import { Composer, type Document, isMap, isNode, isScalar, Lexer, LineCounter, Parser } from 'yaml'
import { mostLevels, sized, Unreadable } from './row-limits.ts'

/** The values of a YAML text by the rules of YAML 1.2, with `<<` for what is merged; of several documents, a list of them. */
export function parseYaml(text: string): unknown {
  const values = documentsIn(text).map((document) => {
    const [error] = document.errors
    if (error) throw new Unreadable(`Line ${text.slice(0, error.pos[0]).split('\n').length}: ${error.message}.`)
    try {
      return document.toJS()
    } catch (cause) {
      if (cause instanceof ReferenceError)
        throw new Unreadable('The YAML refers to its values too often, or to one that is not there.')
      throw cause
    }
  })
  const value = sized(values.length === 1 ? values[0] : values)
  // A value that is referred to several times becomes one of its own in each place, and what JSON does not have goes.
  return JSON.parse(JSON.stringify(value ?? null))
}

/** The same; undefined for a text that cannot be read. */
export function yamlIn(text: string): unknown {
  try {
    return parseYaml(text)
  } catch {
    return undefined
  }
}

/** The keys and places that lead to a value. */
export type Path = readonly (string | number)[]

/** The line of a value, from 1: where its key or it begins or, behind that, where `words` stand. */
export type LineOf = (path: Path, words?: string) => number

/** The lines of the values of a YAML or JSON text, which is read at the first question. */
export function linesIn(text: string): LineOf {
  const counter = new LineCounter()
  counter.addNewLine(0)
  let read: Document | undefined
  return (path, words = '') => {
    read ??= documentsIn(text, counter.addNewLine)[0]
    const from = read ? startOf(read, path) : 0
    return counter.linePos(Math.max(from, text.indexOf(words, from))).line
  }
}

/** Of a value that is not found, such as one behind an alias, the start of what it stands in. */
function startOf(document: Document, path: Path): number {
  if (path.length === 0) return 0
  const parent: unknown = document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
  const node: unknown = pair ? pair.key : document.getIn(path, true)
  return (isNode(node) && node.range?.[0]) || startOf(document, path.slice(0, -1))
}

function documentsIn(text: string, onLine?: (start: number) => void): readonly Document[] {
  const options = { schema: 'core', merge: true, resolveKnownTags: false, logLevel: 'error' } as const
  return [...new Composer(options).compose(yamlTokens(text, onLine), true, text.length)]
}

/**
 * The parts of a YAML text, refused while they are found where they nest too deeply: what composes them calls itself for each level, and near
 * the end of the stack a regular expression ends the whole process.
 */
function* yamlTokens(text: string, onLine?: (start: number) => void) {
  const parser = new Parser(onLine)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > mostLevels + 1)
      throw new Unreadable(`The values are nested more than ${mostLevels} levels deep.`)
  }
  yield* parser.end()
}
