import { autolinkAt, mailAround, nextAutolink } from './autolinks.ts'
import { characterReference } from './character-references.ts'
import { afterSpace, type Target } from './definitions.ts'
import { type Part, type Resolved, resolveEmphasis } from './emphasis.ts'
import { runAt } from './flanking.ts'
import { growingEnd, mayBecomeAddress } from './growing-end.ts'
import { type Inline, plainText } from './inline.ts'
import { bracketedAddress, tagEnd } from './inline-tags.ts'
import { labelKey } from './labels.ts'
import { destinationAt, labelAt, titleAt } from './link-parts.ts'

/** What the rest of a text says about the labels that stand in brackets. */
export interface Labels {
  target(key: string): Target | undefined
  /** Whether the label is one of a footnote, or may still become one. */
  note(key: string): 'known' | 'expected' | undefined
}

export interface InlineText extends Resolved {
  /** Labels in brackets that nothing has defined yet. */
  readonly unknown: ReadonlySet<string>
}

/**
 * Reads the inline marks of CommonMark and GFM, in time linear in the text. With `isGrowing` more of it will come: a mark that still
 * waits for its other half is taken for what it likely is, and what could be the first half of one at the very end is left out.
 */
export function readInline(text: string, labels: Labels, isGrowing = false): InlineText {
  const reader = new InlineReader(isGrowing ? text.slice(0, growingEnd(text)) : text, labels, isGrowing)
  return reader.read()
}

interface Bracket {
  /** Which of the parts it is. */
  readonly part: number
  /** Where its content begins. */
  readonly at: number
  readonly isImage: boolean
}

/** Farther back than this, a bracket that waits for its end is shown as the text it is. */
const patience = 240
/** Between two places at which a growing text asks whether all before is settled. */
const stride = 80

class InlineReader {
  readonly #text: string
  readonly #labels: Labels
  readonly #isGrowing: boolean
  readonly #unknown = new Set<string>()
  readonly #parts: Part[] = []
  readonly #brackets: Bracket[] = []
  /** Brackets below this one stand around a link, and links do not nest. */
  #aroundLink = 0
  #at = 0
  #plain = ''
  #nextLink: number
  #paused = 0
  readonly #missingTicks = new Set<number>()
  readonly #missingEnds = new Set<string>()

  constructor(text: string, labels: Labels, isGrowing: boolean) {
    this.#text = text
    this.#labels = labels
    this.#isGrowing = isGrowing
    this.#nextLink = nextAutolink(text, 0)
  }

  read(): InlineText {
    const { length } = this.#text
    while (this.#at < length) {
      if (this.#nextLink < this.#at) this.#nextLink = nextAutolink(this.#text, this.#at)
      if (this.#at === this.#nextLink) this.#takeAutolink()
      else this.#step()
    }
    this.#flush()
    if (this.#isGrowing) this.#holdBracket()
    return { ...resolveEmphasis(this.#parts, this.#isGrowing), unknown: this.#unknown }
  }

  #step(): void {
    const character = this.#text.charAt(this.#at)
    switch (character) {
      case '*':
      case '_':
      case '~':
        return this.#takeRun(character)
      case '`':
        return this.#takeTicks()
      case '[':
        return this.#openBracket('[')
      case ']':
        return this.#closeBracket()
      case '!':
        return this.#text[this.#at + 1] === '[' ? this.#openBracket('![') : this.#say('!')
      case '\\':
        return this.#takeEscape()
      case '\n':
        return this.#takeLineEnd()
      case '&':
        return this.#takeReference()
      case '<':
        return this.#takeAngle()
      case '@':
        return this.#takeMail()
      default:
        return this.#takePlain()
    }
  }

  #say(text: string, length = text.length): void {
    this.#plain += text
    this.#at += length
  }

  #put(part: Part, end: number): void {
    this.#flush()
    this.#parts.push(part)
    this.#at = end
  }

  #flush(): void {
    if (this.#plain) this.#parts.push({ kind: 'text', text: this.#plain })
    this.#plain = ''
  }

  #takePlain(): void {
    const special = /[\n\\`*_~[\]!<&@]/g
    special.lastIndex = this.#at
    const end = Math.min(special.exec(this.#text)?.index ?? this.#text.length, this.#nextLink)
    this.#say(this.#text.slice(this.#at, end))
    if (this.#isGrowing) this.#pause()
  }

  /** Behind a space, outside of brackets, all before may be settled. */
  #pause(): void {
    if (this.#brackets.length > 0 || this.#at - this.#paused < stride) return
    const space = this.#plain.lastIndexOf(' ')
    if (space < 0) return
    const rest = this.#plain.slice(space + 1)
    this.#plain = this.#plain.slice(0, space + 1)
    this.#flush()
    this.#plain = rest
    this.#paused = this.#at - rest.length
    this.#parts.push({ kind: 'pause', at: this.#paused })
  }

  #takeRun(character: string): void {
    const run = runAt(this.#text, this.#at, character)
    if (run.canOpen || run.canClose) this.#put(run, this.#at + run.length)
    else this.#say(character.repeat(run.length))
  }

  #takeTicks(): void {
    const [ticks = '`'] = /`+/y.exec(this.#text.slice(this.#at, this.#at + 1_000)) ?? []
    const start = this.#at + ticks.length
    const end = this.#missingTicks.has(ticks.length) ? -1 : ticksEnd(this.#text, start, ticks.length)
    if (end >= 0) return this.#put(code(this.#text.slice(start, end)), end + ticks.length)
    this.#missingTicks.add(ticks.length)
    const rest = this.#text.slice(start)
    // Code that has begun is code; a tick that stands alone in a long text is one.
    if (this.#isGrowing && rest.length <= patience && rest.trim()) this.#put(code(rest), this.#text.length)
    else this.#say(ticks)
  }

  #takeEscape(): void {
    const next = this.#text.charAt(this.#at + 1)
    if (next === '\n') this.#break(this.#at + 1)
    else if (/[!-/:-@[-`{-~]/.test(next)) this.#say(next, 2)
    else this.#say('\\')
  }

  #takeLineEnd(): void {
    const words = this.#plain.replace(/ +$/, '')
    const spaces = this.#plain.length - words.length
    this.#plain = words
    if (spaces >= 2) this.#break(this.#at)
    else this.#say('\n')
    this.#skipSpace()
  }

  #break(lineEnd: number): void {
    this.#put({ kind: 'break' }, lineEnd + 1)
    this.#skipSpace()
  }

  #skipSpace(): void {
    while (/[ \t]/.test(this.#text.charAt(this.#at))) this.#at++
  }

  #takeReference(): void {
    const [all, name] = /^&(#?\w{1,32});/.exec(this.#text.slice(this.#at, this.#at + 36)) ?? []
    const character = name && characterReference(name)
    this.#say(character || '&', character && all ? all.length : 1)
  }

  #takeAngle(): void {
    const address = bracketedAddress(this.#text, this.#at)
    if (address) {
      const children = [{ kind: 'text', text: address.text }] as const
      return this.#put({ kind: 'link', url: address.url, title: '', children }, address.end)
    }
    const end = tagEnd(this.#text, this.#at, this.#missingEnds)
    this.#say(this.#text.slice(this.#at, end ?? this.#at + 1))
  }

  #takeMail(): void {
    const mail = mailAround(this.#plain, this.#text, this.#at)
    if (!mail) return this.#say('@')
    const text = mail.local + this.#text.slice(this.#at, mail.end)
    this.#plain = this.#plain.slice(0, this.#plain.length - mail.local.length)
    this.#put({ kind: 'link', url: `mailto:${text}`, title: '', children: [{ kind: 'text', text }] }, mail.end)
  }

  /** In brackets an address is none: it would swallow their end. */
  #takeAutolink(): void {
    if (this.#brackets.length > 0) {
      this.#nextLink = nextAutolink(this.#text, this.#at + 1)
      return this.#step()
    }
    const { url, text, end } = autolinkAt(this.#text, this.#at)
    this.#put({ kind: 'link', url, title: '', children: [{ kind: 'text', text }] }, end)
  }

  #openBracket(mark: '[' | '!['): void {
    this.#put({ kind: 'text', text: mark }, this.#at + mark.length)
    this.#brackets.push({ part: this.#parts.length - 1, at: this.#at, isImage: mark === '![' })
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop()
    const isInLink = bracket && !bracket.isImage && this.#brackets.length < this.#aroundLink
    this.#aroundLink = Math.min(this.#aroundLink, this.#brackets.length)
    if (!bracket || isInLink || !(this.#takeLink(bracket) || this.#takeLabel(bracket))) this.#say(']')
  }

  /** Takes a link with its address behind it. */
  #takeLink(bracket: Bracket): boolean {
    const start = this.#at + 1
    if (this.#text[start] !== '(') return false
    const destination = addressAt(this.#text, start + 1)
    if (destination) {
      this.#link(bracket, destination, destination.end)
      return true
    }
    const isArriving = this.#isGrowing && !bracket.isImage && mayBecomeAddress(this.#text.slice(start))
    if (isArriving) this.#link(bracket, { url: undefined, title: '' }, this.#text.length)
    return isArriving
  }

  /** Takes a link or a footnote whose address is somewhere else in the text. */
  #takeLabel(bracket: Bracket): boolean {
    const content = this.#text.slice(bracket.at, this.#at)
    const second = labelAt(this.#text, this.#at + 1)
    const isFull = second !== undefined && second.value !== ''
    const label = isFull ? second.value : content
    if (label.length > 999 || !label.trim() || (!isFull && !isLabel(content))) return false
    const key = labelKey(label)
    if (!isFull && !bracket.isImage && /^\^\S+$/.test(content)) {
      const note = this.#labels.note(key)
      if (note !== 'known') this.#unknown.add(key)
      if (note) return this.#mark(bracket, key)
    }
    const target = this.#labels.target(key)
    if (target) this.#link(bracket, target, second ? second.end : this.#at + 1)
    else this.#unknown.add(key)
    return target !== undefined
  }

  #mark(bracket: Bracket, label: string): true {
    this.#flush()
    this.#parts.length = bracket.part
    this.#put({ kind: 'mark', label }, this.#at + 1)
    return true
  }

  #link(bracket: Bracket, { url, title }: { url: string | undefined; title: string }, end: number): void {
    this.#flush()
    const { nodes: children } = resolveEmphasis(this.#parts.splice(bracket.part).slice(1))
    if (bracket.isImage) return this.#put({ kind: 'image', url: url ?? '', alt: plainText(children) }, end)
    this.#aroundLink = this.#brackets.length
    this.#put({ kind: 'link', url, title, children: children.flatMap(unlinked) }, end)
  }

  /** A bracket whose end has not come waits unseen, with all behind it. */
  #holdBracket(): void {
    const first = this.#brackets.find(({ at }) => this.#text.length - at <= patience)
    if (first) this.#parts.length = first.part
  }
}

function isLabel(content: string): boolean {
  return /^(?:[^[\]\\]|\\[\s\S])*$/.test(content)
}

/** Address and title in the parentheses whose content begins at `start`. */
function addressAt(text: string, start: number): (Target & { readonly end: number }) | undefined {
  const from = afterSpace(text, start)
  const destination = destinationAt(text, from)
  const behind = destination?.end ?? from
  const gap = afterSpace(text, behind)
  const title = destination && gap > behind ? titleAt(text, gap) : undefined
  const end = afterSpace(text, title?.end ?? gap)
  return text[end] === ')' ? { url: destination?.value ?? '', title: title?.value ?? '', end: end + 1 } : undefined
}

function ticksEnd(text: string, from: number, length: number): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run; run = runs.exec(text)) if (run[0].length === length) return run.index
  return -1
}

/** Line ends are spaces, and one space on either side is there to keep ticks apart. */
function code(source: string): Inline {
  const text = source.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return { kind: 'code', text: isPadded ? text.slice(1, -1) : text }
}

/** Links do not nest: one that was found inside is its words. */
function unlinked(node: Inline): readonly Inline[] {
  if (node.kind === 'link') return node.children.flatMap(unlinked)
  return 'children' in node ? [{ ...node, children: node.children.flatMap(unlinked) }] : [node]
}
