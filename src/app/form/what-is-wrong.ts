import { lowered } from '#contract/core/say-issue.ts'
import type { FieldDescription } from './describe.ts'
import { isInside, type Remarks } from './errors-of.ts'

/** The words for a field without a value. */
const missing = ['Required.', 'Must not be empty.']

/** How many errors are named beside the run button. */
const mostNamed = 2

/**
 * What keeps a request from being sent, in one line for beside the run button: the first thing that is missing, as a command, and what is
 * wrong (`Enter a prompt first. Temperature must be a number.`). Empty where there is nothing.
 */
export function sayWhatIsWrong(errors: Remarks, fields: readonly FieldDescription[]): string {
  const named = Object.entries(errors).map(([path, error]) => {
    const field = fields.find((one) => one.path === path)
    const isMissing = field !== undefined && missing.includes(error)
    return { isMissing, words: isMissing ? sayMissing(field) : sayAlone(path, field?.title, error) }
  })
  const shown = [...named.filter(({ isMissing }) => isMissing).slice(0, 1), ...named.filter((one) => !one.isMissing)]
  const more = shown.length - mostNamed
  const words = shown.slice(0, mostNamed).map((one) => one.words)
  return [...words, ...(more > 0 ? [`${more} more to fix.`] : [])].join(' ')
}

/** A missing field as a command: `Choose a model first.` */
function sayMissing({ title, control }: FieldDescription): string {
  const verb = control === 'model' || control === 'select' ? 'Choose' : control === 'file' ? 'Add' : 'Enter'
  const noun = lowered(title)
  const article = noun.endsWith('s') ? '' : /^[aeiou]/.test(noun) ? 'an ' : 'a '
  return `${verb} ${article}${noun} first.`
}

/** An error away from its field. A rule's own sentence says what it is about. */
function sayAlone(path: string, title: string | undefined, error: string): string {
  if (isInside(error)) return path + error
  const name = title ?? (path || 'Request JSON')
  if (error.startsWith('Must ')) return `${name} ${lowered(error)}`
  return path === '' || /^(?:Not|Duplicate|Too|A name)\b/.test(error) ? `${name}: ${lowered(error)}` : error
}
