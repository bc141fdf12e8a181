import type * as z from 'zod/mini'
import { ownOf } from './loose-json.ts'

type Kinds = Readonly<Record<string, string>>

const plainKinds: Kinds = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** As JSON calls them, for those who write requests by program. */
export const jsonKinds: Kinds = {
  ...plainKinds,
  ...{ string: 'a string', int: 'an integer', boolean: 'a boolean', array: 'an array' },
}

/** What a schema found wrong, as a sentence without its place. zod/mini has no messages of its own; those of the contract are kept. */
export function sayIssue(issue: z.core.$ZodIssue, kinds: Kinds = plainKinds): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${ownOf(kinds, issue.expected) ?? issue.expected}.`
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
      return sayUnion(issue.errors, kinds)
    default:
      return issue.message === 'Invalid input' ? 'Not accepted in this form.' : issue.message
  }
}

/** A sentence for the middle of another one; an abbreviation keeps its capitals. */
export function lowered(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
}

function sayUnion(members: readonly (readonly z.core.$ZodIssue[])[], kinds: Kinds): string {
  const first = members.flatMap((issues) => issues.slice(0, 1))
  const near = first.find((issue) => issue.code !== 'invalid_type' || issue.path.length > 0)
  if (near) return sayIssue(near, kinds)
  const names = first.map((issue) =>
    issue.code === 'invalid_type' ? (ownOf(kinds, issue.expected) ?? issue.expected) : '',
  )
  return `Must be ${either(names)}.`
}

function behind(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' items long' : ''
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
