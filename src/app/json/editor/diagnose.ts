import { ensureSyntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import { describeJsonError, parseJson } from '../parse-json.ts'
import { placeOf } from './place-of.ts'

/** What is wrong with a value, and the way there from the text's root. */
export interface Fault {
  readonly at: readonly PropertyKey[]
  readonly words: string
}

/** Longer texts are only read, not searched for the places of faults: those are said beside the editor. */
const longestSearched = 500_000
/** More marks than anybody reads. */
const mostMarks = 200
/** In ms. */
const parsingTime = 200

/** The marks of a text: where it stops being JSON, else where its faults stand. */
export function diagnose(state: EditorState, faults: readonly Fault[]): Diagnostic[] {
  const text = state.doc.toString()
  if (text.trim() === '') return []
  const parsed = parseJson(text)
  if ('error' in parsed) {
    const from = Math.min(parsed.error.at, text.length)
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: describeJsonError(parsed.error) }]
  }
  if (faults.length === 0 || text.length > longestSearched) return []
  const tree = ensureSyntaxTree(state, text.length, parsingTime)
  if (!tree) return []
  return faults.slice(0, mostMarks).map(({ at, words }) => ({
    ...rangeOf(placeOf(tree, text, at)),
    severity: 'error',
    message: words,
  }))
}

const rangeOf = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from, to })
