import type { Inline, InlinePart, MarkerRun } from './inline.ts'

export interface Resolved {
  readonly nodes: readonly Inline[]
  /** The last pause without open emphasis, and the number of nodes before it. */
  readonly settled: { readonly at: number; readonly count: number }
}

/** The nodes after a possible opening run; the first frame has no run. */
interface Frame {
  readonly run: MarkerRun | undefined
  left: number
  nodes: Inline[]
}

const maxExpected = 8
const maxDepth = 64

/** Pairs the runs of CommonMark 6.2 and of strikethrough. `isGrowing`: a likely emphasis begins before its end arrives. */
export function resolveEmphasis(parts: readonly InlinePart[], isGrowing = false): Resolved {
  const pairing = new Pairing()
  for (const part of parts) pairing.take(part)
  return pairing.end(isGrowing)
}

class Pairing {
  readonly #frames: Frame[] = [{ run: undefined, left: 0, nodes: [] }]
  /** By kind of closing run: no frame below this height can be its beginning. */
  readonly #bottoms = new Map<string, number>()
  #settled = { at: 0, count: 0 }

  take(part: InlinePart): void {
    if (part.kind === 'run') this.#takeRun(part)
    else if (part.kind !== 'pause') this.#add(part)
    else if (this.#frames.length === 1) this.#settled = { at: part.at, count: this.#top.nodes.length }
  }

  end(isGrowing: boolean): Resolved {
    while (this.#frames.length > 1) {
      const { run, left, nodes } = this.#pop()
      const isExpected = isGrowing && run?.isLikely && this.#frames.length <= maxExpected
      if (!run) continue
      if (!isExpected) this.#addAll([{ kind: 'text', text: run.character.repeat(left) }, ...nodes])
      else if (nodes.length > 0) this.#add(wrapAll(run.character, left, nodes))
    }
    return { nodes: this.#top.nodes, settled: this.#settled }
  }

  get #top(): Frame {
    return this.#frames.at(-1) ?? { run: undefined, left: 0, nodes: [] }
  }

  /** How many emphases the open runs may become. */
  get #depth(): number {
    return this.#frames.reduce((sum, frame) => sum + frame.left, 0)
  }

  #pop(): Frame {
    const top = this.#top
    this.#frames.pop()
    return top
  }

  #takeRun(run: MarkerRun): void {
    const left = run.canClose ? this.#closeWith(run) : run.length
    if (left === 0) return
    if (run.canOpen && this.#depth + left <= maxDepth) this.#frames.push({ run, left, nodes: [] })
    else this.#add({ kind: 'text', text: run.character.repeat(left) })
  }

  #closeWith(run: MarkerRun): number {
    let left = run.length
    while (left > 0) {
      const height = this.#openerFor(run)
      const opener = height > 0 ? this.#frames[height] : undefined
      if (!opener) break
      this.#dropAbove(height)
      const used = run.character === '~' ? left : Math.min(2, left, opener.left)
      opener.left -= used
      left -= used
      const node: Inline = { kind: kindOf(run.character, used), children: opener.nodes }
      opener.nodes = [node]
      if (opener.left > 0) continue
      this.#frames.pop()
      this.#add(node)
    }
    return left
  }

  #openerFor(run: MarkerRun): number {
    const key = `${run.character}${run.canOpen}${run.character === '~' ? run.length : run.length % 3}`
    const bottom = this.#bottoms.get(key) ?? 1
    for (let height = this.#frames.length - 1; height >= bottom; height--) {
      const opener = this.#frames[height]?.run
      if (opener && isPair(opener, run)) return height
    }
    this.#bottoms.set(key, this.#frames.length)
    return 0
  }

  /** An opening run inside an emphasis that is not closed within it is text. */
  #dropAbove(height: number): void {
    const dropped = this.#frames.splice(height + 1)
    for (const { run, left, nodes } of dropped) {
      this.#addAll([{ kind: 'text', text: (run?.character ?? '').repeat(left) }, ...nodes])
    }
    for (const [key, bottom] of this.#bottoms) if (bottom > height) this.#bottoms.set(key, height)
  }

  #addAll(nodes: readonly Inline[]): void {
    for (const node of nodes) this.#add(node)
  }

  /** Adjacent texts are merged, but not across the settled position. */
  #add(node: Inline): void {
    const { nodes } = this.#top
    const last = nodes.at(-1)
    const isSettled = this.#frames.length === 1 && nodes.length === this.#settled.count
    if (node.kind === 'text' && last?.kind === 'text' && !isSettled) {
      nodes[nodes.length - 1] = { kind: 'text', text: last.text + node.text }
    } else {
      nodes.push(node)
    }
  }
}

function isPair(opener: MarkerRun, closer: MarkerRun): boolean {
  if (opener.character !== closer.character) return false
  if (closer.character === '~') return opener.length === closer.length
  const isBoth = opener.canClose || closer.canOpen
  return !isBoth || (opener.length + closer.length) % 3 !== 0 || opener.length % 3 === 0
}

function kindOf(character: string, length: number): 'emphasis' | 'strong' | 'strike' {
  if (character === '~') return 'strike'
  return length === 2 ? 'strong' : 'emphasis'
}

function wrapAll(character: string, length: number, nodes: readonly Inline[]): Inline {
  const used = Math.min(2, length)
  const node: Inline = { kind: kindOf(character, used), children: nodes }
  return length > used && character !== '~' ? wrapAll(character, length - used, [node]) : node
}

const space = /[\t\n\f\r\p{Zs}]/u
const punctuation = /[\p{P}\p{S}]/u
/** What is set wide in Chinese, Japanese and Korean, with its punctuation, and all of Hangul. Emoji are no part of it. */
const wide =
  '[\\u1100-\\u11ff\\u2329\\u232a\\u2e80-\\u2fff\\u3001-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\uff01-\\uffee\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{20000}-\\u{3fffd}\\u{e0100}-\\u{e01ef}]'
const cjk = new RegExp(wide, 'u')
/** Other punctuation, such as a Korean quote or a full stop, that belongs to CJK text beside it. */
const beforeCjk = new RegExp(`[\\p{P}\\p{S}]{1,4}${wide}`, 'uy')
const afterCjk = new RegExp(`${wide}[\\p{P}\\p{S}]{1,4}$`, 'u')

/**
 * The delimiter run at `at`, and whether it can open or close emphasis. CommonMark 6.2, but for text in Chinese, Japanese and Korean, which
 * has no spaces: its punctuation counts as a letter, and a letter of it is as good as a space where other punctuation stands on the other
 * side. By the letter of CommonMark, `**中文（括号）。**这句` is no emphasis.
 */
export function runAt(text: string, at: number, character: string): MarkerRun {
  let end = at
  while (text[end] === character) end++
  const [last, next] = [
    characterBefore(text, at),
    end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 32) : '',
  ]
  const [before, after] = sidesOf(text, at, end, last, next)
  const isLeft = after !== 'space' && (after !== 'punctuation' || before !== 'word')
  const isRight = before !== 'space' && (before !== 'punctuation' || after !== 'word')
  const length = end - at
  const isUnderscore = character === '_'
  const isPairable = character !== '~' || length <= 2
  const isPunctuation = punctuation.test(last)
  return {
    kind: 'run',
    character,
    length,
    canOpen: isPairable && isLeft && (!isUnderscore || !isRight || isPunctuation),
    canClose: isPairable && isRight && (!isUnderscore || !isLeft || punctuation.test(next)),
    isLikely:
      (before === 'space' || isPunctuation || (before === 'cjk' && length === 2)) &&
      (character !== '~' || length === 2),
  }
}

type Side = 'space' | 'punctuation' | 'word' | 'cjk'

function sidesOf(
  text: string,
  at: number,
  end: number,
  last: string,
  next: string,
): readonly [before: Side, after: Side] {
  const [before, after] = [sideOf(last), sideOf(next)]
  if (before === 'punctuation' && after === 'word')
    return [afterCjk.test(text.slice(Math.max(0, at - 10), at)) ? 'cjk' : before, after]
  beforeCjk.lastIndex = end
  return [before, before === 'word' && after === 'punctuation' && beforeCjk.test(text) ? 'cjk' : after]
}

/** Variation selectors say how the character before them looks. */
function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1)
  if (last >= 0xfe00 && last <= 0xfe0e) return characterBefore(text, at - 1)
  return at > 1 && last >= 0xdc00 && last <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}

function sideOf(character: string): Side {
  if (character === '' || space.test(character)) return 'space'
  if (cjk.test(character)) return 'cjk'
  return punctuation.test(character) ? 'punctuation' : 'word'
}
