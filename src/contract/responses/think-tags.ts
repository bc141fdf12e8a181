const opening = '<think>'
const closing = '</think>'

/** Longer runs of white space, in characters, are not held back. */
const longestBlank = 1000

/** Closing tags that turned out to be part of the answer, after which no further one is examined: each costs a look at the whole text. */
const mostExamined = 8

/** `was-thought`: all of the answer so far is thought too: some templates put the opening tag into the prompt. */
export interface ThoughtPiece {
  readonly kind: 'thought' | 'answer' | 'was-thought'
  readonly text: string
}

/**
 * Separates `<think>…</think>` from the answer, wherever the text is cut. An opening tag counts only at the beginning, a lone closing one
 * only where it begins or ends its line, outside code. What may begin a tag is held back.
 */
export class ThinkTags {
  /** `start`: nothing but white space since the beginning, or since the end of a thought. `plain`: all that follows is answer. */
  #state: 'start' | 'thought' | 'answer' | 'plain' = 'start'
  #rest = ''
  #pieces: ThoughtPiece[] = []
  #hasThought = false
  #isInThought = false
  #examined = 0
  /** A thought has ended, so that no lone closing tag can follow. */
  #isBehindThought = false

  /** The pieces of more text; undefined where all of it is answer. `before` gives the answer so far, for a lone closing tag only. */
  push(text: string, before: () => string): readonly ThoughtPiece[] | undefined {
    if (this.#rest === '' && (this.#state === 'plain' || (this.#state === 'answer' && !text.includes('<'))))
      return undefined
    this.#rest += text
    return this.#split(before, false)
  }

  /** The pieces of what was held back, at the end of the message. */
  flush(before: () => string): readonly ThoughtPiece[] {
    return this.#rest === '' ? [] : this.#split(before, true)
  }

  #split(before: () => string, isLast: boolean): readonly ThoughtPiece[] {
    this.#pieces = []
    const steps = {
      start: () => this.#start(isLast),
      thought: () => this.#think(isLast),
      answer: () => this.#answer(before, isLast),
      plain: () => this.#pass('answer', this.#rest.length),
    }
    while (this.#rest !== '' && steps[this.#state]() !== 'held') {
      // Each step passes a part of the text on or changes the state.
    }
    return this.#pieces
  }

  #start(isLast: boolean): 'held' | undefined {
    const begun = this.#rest.trimStart()
    if (begun.startsWith(opening)) {
      this.#state = 'thought'
      this.#isInThought = false
      this.#rest = begun.slice(opening.length)
      return undefined
    }
    if (!isLast && opening.startsWith(begun) && this.#rest.length < longestBlank) return 'held'
    this.#state = this.#isBehindThought ? 'plain' : 'answer'
    if (this.#isBehindThought) this.#rest = begun
    return undefined
  }

  #think(isLast: boolean): 'held' | undefined {
    if (!this.#isInThought) this.#rest = this.#rest.trimStart()
    const end = this.#rest.indexOf(closing)
    if (end >= 0) {
      const behind = this.#rest.slice(end + closing.length)
      this.#pass('thought', this.#rest.slice(0, end).trimEnd().length)
      return this.#endThought(behind)
    }
    this.#pass('thought', isLast ? this.#rest.length : endOfShown(this.#rest))
    return 'held'
  }

  #answer(before: () => string, isLast: boolean): 'held' | undefined {
    const text = this.#rest
    const end = text.indexOf(closing)
    const start = text.indexOf(opening)
    // A text that names the opening tag, or many closing ones, is about tags.
    if ((start >= 0 && (end < 0 || start < end)) || this.#examined >= mostExamined) {
      this.#state = 'plain'
      return undefined
    }
    if (end < 0) {
      this.#pass('answer', text.length - (isLast ? 0 : beginningOfTag(text)))
      return 'held'
    }
    const passed = this.#pieces.map((piece) => piece.text).join('')
    const ends = endsThought(before() + passed + text.slice(0, end), text.slice(end + closing.length), isLast)
    if (ends === undefined) {
      this.#pass('answer', end)
      return 'held'
    }
    this.#examined += 1
    if (!ends) return this.#pass('answer', end + closing.length)
    this.#pieces.push({ kind: 'was-thought', text: text.slice(0, end) })
    this.#hasThought = true
    return this.#endThought(text.slice(end + closing.length))
  }

  #endThought(behind: string): undefined {
    this.#rest = behind
    this.#isBehindThought = true
    this.#state = 'start'
  }

  #pass(kind: 'thought' | 'answer', length: number): undefined {
    const text = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    if (text === '') return
    const isNext = kind === 'thought' && !this.#isInThought && this.#hasThought
    this.#pieces.push({ kind, text: isNext ? `\n\n${text}` : text })
    this.#isInThought ||= kind === 'thought'
    this.#hasThought ||= kind === 'thought'
  }
}

export function withoutThoughts(text: string): { readonly thought: string; readonly answer: string } {
  let [thought, answer] = ['', '']
  if (!text.includes(opening) && !text.includes(closing)) return { thought, answer: text }
  const tags = new ThinkTags()
  const passed = () => ''
  for (const piece of [...(tags.push(text, passed) ?? []), ...tags.flush(passed)]) {
    if (piece.kind === 'thought') thought += piece.text
    else if (piece.kind === 'answer') answer += piece.text
    else [thought, answer] = [(answer + piece.text).trim(), '']
  }
  return { thought, answer }
}

function beginningOfTag(text: string): number {
  const at = text.lastIndexOf('<')
  const end = text.slice(at)
  return at >= 0 && (closing.startsWith(end) || opening.startsWith(end)) ? end.length : 0
}

/** The length of a thought without what belongs to its closing tag: the beginning of the tag, and the white space before it. */
function endOfShown(text: string): number {
  const shown = text.slice(0, text.length - beginningOfTag(text)).trimEnd().length
  return text.length - shown > longestBlank ? text.length : shown
}

/** Whether a lone closing tag between these texts ends a thought; undefined where that depends on what follows. */
function endsThought(before: string, behind: string, isLast: boolean): boolean | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/^(?: {4}|\t)/.test(line) || line.split('`').length % 2 === 0 || isInFence(before)) return false
  if (line.trim() === '') return true
  const next = /[^ \t\r]/.exec(behind)?.[0]
  return next === undefined ? isLast || behind.length > longestBlank || undefined : next === '\n'
}

function isInFence(text: string): boolean {
  let fence: string | undefined
  for (const [, mark = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (fence === undefined) fence = mark
    else if (mark.startsWith(fence)) fence = undefined
  }
  return fence !== undefined
}
