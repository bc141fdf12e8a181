import { indexJson } from '../../json/view/json-indexer.ts'
import { shortly } from '../shortly.ts'

/** Why a text is no JSON. `cut`: it is, as far as it goes. */
interface NoJson {
  readonly kind: 'cut' | 'broken' | 'words'
  /** One sentence. */
  readonly why: string
}

/** What keeps a text from being JSON; undefined where it is. */
export function whyNoJson(text: string): NoJson | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const start = text.trimStart()
    if (start === '') return { kind: 'words', why: 'it is empty.' }
    if (!/^[[{"\d-]/.test(start))
      return { kind: 'words', why: `it begins with “${shortly(start.split(/\s+/, 4).join(' '), 40)}”.` }
    const { problem } = indexJson(text)
    if (problem >= text.length) return { kind: 'cut', why: 'it ends before it is complete.' }
    return {
      kind: 'broken',
      why: problem < 0 ? 'a string in it is not written as JSON.' : `it is not JSON from ${placeOf(text, problem)} on.`,
    }
  }
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `line ${before.length.toLocaleString('en')}, column ${((before.at(-1)?.length ?? 0) + 1).toLocaleString('en')}`
}
