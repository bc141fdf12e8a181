import type { Run } from './emphasis.ts'

const space = /[\t\n\f\r\p{Zs}]/u
const punctuation = /[\p{P}\p{S}]/u

/** The run of `character` at `at`, and what it may do where it stands: CommonMark 6.2. */
export function runAt(text: string, at: number, character: string): Run {
  let end = at
  while (text[end] === character) end++
  const before = sideOf(characterBefore(text, at))
  const after = sideOf(end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 32) : '')
  const isLeft = after !== 'space' && (after === 'word' || before !== 'word')
  const isRight = before !== 'space' && (before === 'word' || after !== 'word')
  const length = end - at
  const isUnderscore = character === '_'
  const isPairable = character !== '~' || length <= 2
  return {
    kind: 'run',
    character,
    length,
    canOpen: isPairable && isLeft && (!isUnderscore || !isRight || before === 'punctuation'),
    canClose: isPairable && isRight && (!isUnderscore || !isLeft || after === 'punctuation'),
    isLikely: before !== 'word' && (character !== '~' || length === 2),
  }
}

function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1)
  return at > 1 && last >= 0xdc00 && last <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}

function sideOf(character: string): 'space' | 'punctuation' | 'word' {
  if (character === '' || space.test(character)) return 'space'
  return punctuation.test(character) ? 'punctuation' : 'word'
}
