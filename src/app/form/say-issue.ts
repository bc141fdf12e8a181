import type * as z from 'zod/mini'

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** What the schema found wrong, in a sentence for people. zod/mini comes without words of its own; those of the contract are kept. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Must not be empty.'
        : `Must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${behind(issue.origin)}.`
    case 'too_big':
      return `Must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${behind(issue.origin)}.`
    case 'invalid_value':
      return `Must be ${either(issue.values.map(String))}.`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return sayUnion(issue.errors)
    default:
      return issue.message === 'Invalid input' ? 'Not accepted in this form.' : issue.message
  }
}

/** The members' kinds, or, where the kind was right in one of them, what was wrong there. */
function sayUnion(members: readonly (readonly z.core.$ZodIssue[])[]): string {
  const first = members.flatMap((issues) => issues.slice(0, 1))
  const near = first.find((issue) => issue.code !== 'invalid_type' || issue.path.length > 0)
  if (near) return sayIssue(near)
  return `Must be ${either(first.map((issue) => (issue.code === 'invalid_type' ? (kinds[issue.expected] ?? issue.expected) : '')))}.`
}

function behind(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' items long' : ''
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
