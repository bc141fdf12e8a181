import { autolinkAt, mailAround, nextAutolink } from './autolinks.ts'
import { characterReference } from './character-references.ts'
import { code, ticksEnd } from './code-span.ts'
import type { Target } from './definitions.ts'
import { type Part, type Resolved, resolveEmphasis } from './emphasis.ts'
import { runAt } from './flanking.ts'
import { growingEnd, mayBecomeAddress } from './growing-end.ts'
import { plainText, unlinked } from './inline.ts'
import { bracketedAddress, tagEnd } from './inline-tags.ts'
import { labelKey } from './labels.ts'
import { addressAt, labelAt } from './link-parts.ts'
import { mathsAt, mathsBegins } from './maths.ts'
import { PartList } from './part-list.ts'

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
  /** What each character that may be a mark is taken for. */
  static readonly #takes: ReadonlyMap<string, (reader: InlineReader) => void> = new Map([
    ['*', (reader) => reader.#takeRun('*')],
    ['_', (reader) => reader.#takeRun('_')],
    ['~', (reader) => reader.#takeRun('~')],
    ['`', (reader) => reader.#takeTicks()],
    ['[', (reader) => reader.#openBracket('[')],
    [']', (reader) => reader.#closeBracket()],
    ['!', (reader) => reader.#takeBang()],
    ['$', (reader) => reader.#takeMaths() || reader.#say('$')],
    ['\\', (reader) => reader.#takeMaths() || reader.#takeEscape()],
    ['\n', (reader) => reader.#takeLineEnd()],
    ['&', (reader) => reader.#takeReference()],
    ['<', (reader) => reader.#takeAngle()],
    ['@', (reader) => reader.#takeMail()],
  ])
  readonly #text: string
  readonly #labels: Labels
  readonly #isGrowing: boolean
  readonly #unknown = new Set<string>()
  readonly #parts = new PartList()
  readonly #brackets: Bracket[] = []
  /** Brackets below this one stand around a link, and links do not nest. */
  #aroundLink = 0
  #at = 0
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
    if (this.#isGrowing) this.#holdBracket()
    return { ...resolveEmphasis(this.#parts.takeFrom(0), this.#isGrowing), unknown: this.#unknown }
  }

  #step(): void {
    const take = InlineReader.#takes.get(this.#text.charAt(this.#at))
    if (take) take(this)
    else this.#takePlain()
  }

  #say(text: string, length = text.length): void {
    this.#parts.say(text)
    this.#at += length
  }

  #put(part: Part, end: number): number {
    this.#at = end
    return this.#parts.put(part)
  }

  #takePlain(): void {
    const special = /[\n\\`*_~[\]!<&@$]/g
    special.lastIndex = this.#at
    const end = Math.min(special.exec(this.#text)?.index ?? this.#text.length, this.#nextLink)
    this.#say(this.#text.slice(this.#at, end))
    if (this.#isGrowing) this.#pause()
  }

  /** Behind a space, outside of brackets, all before may be settled. */
  #pause(): void {
    if (this.#brackets.length > 0 || this.#at - this.#paused < stride) return
    const { plain } = this.#parts
    const space = plain.lastIndexOf(' ')
    if (space < 0) return
    const rest = plain.slice(space + 1)
    this.#parts.unsay(rest.length)
    this.#paused = this.#at - rest.length
    this.#parts.put({ kind: 'pause', at: this.#paused })
    this.#parts.say(rest)
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
    if (end < 0) this.#missingTicks.add(ticks.length)
    const rest = this.#text.slice(start)
    // Code that has begun is code; a tick that stands alone in a long text is one.
    const isArriving = this.#isGrowing && rest.length <= patience && rest.trim() !== ''
    if (end >= 0) this.#put(code(this.#text.slice(start, end)), end + ticks.length)
    else if (isArriving) this.#put(code(rest), this.#text.length)
    else this.#say(ticks)
  }

  /** Nothing in maths is a mark. */
  #takeMaths(): boolean {
    const maths = mathsAt(this.#text, this.#at, this.#missingEnds)
    const rest = this.#text.slice(this.#at)
    const isArriving = this.#isGrowing && rest.length <= patience && mathsBegins(this.#text, this.#at)
    if (maths) this.#put({ kind: 'maths', text: maths.source }, maths.end)
    else if (isArriving) this.#put({ kind: 'maths', text: rest }, this.#text.length)
    return maths !== undefined || isArriving
  }

  #takeEscape(): void {
    const next = this.#text.charAt(this.#at + 1)
    if (next === '\n') this.#break(this.#at + 1)
    else if (/[!-/:-@[-`{-~]/.test(next)) this.#say(next, 2)
    else this.#say('\\')
  }

  #takeLineEnd(): void {
    let spaces = 0
    while (this.#parts.plain.at(-1 - spaces) === ' ') spaces++
    this.#parts.unsay(spaces)
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
      this.#put({ kind: 'link', url: address.url, title: '', children }, address.end)
    } else {
      const end = tagEnd(this.#text, this.#at, this.#missingEnds)
      this.#say(this.#text.slice(this.#at, end ?? this.#at + 1))
    }
  }

  #takeMail(): void {
    const mail = mailAround(this.#parts.plain, this.#text, this.#at)
    if (!mail) {
      this.#say('@')
      return
    }
    const text = mail.local + this.#text.slice(this.#at, mail.end)
    this.#parts.unsay(mail.local.length)
    this.#put({ kind: 'link', url: `mailto:${text}`, title: '', children: [{ kind: 'text', text }] }, mail.end)
  }

  /** In brackets an address is none: it would swallow their end. */
  #takeAutolink(): void {
    if (this.#brackets.length > 0) {
      this.#nextLink = nextAutolink(this.#text, this.#at + 1)
      this.#step()
      return
    }
    const { url, text, end } = autolinkAt(this.#text, this.#at)
    this.#put({ kind: 'link', url, title: '', children: [{ kind: 'text', text }] }, end)
  }

  #takeBang(): void {
    if (this.#text[this.#at + 1] === '[') this.#openBracket('![')
    else this.#say('!')
  }

  #openBracket(mark: '[' | '!['): void {
    const part = this.#put({ kind: 'text', text: mark }, this.#at + mark.length)
    this.#brackets.push({ part, at: this.#at, isImage: mark === '![' })
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
      if (note) {
        this.#parts.takeFrom(bracket.part)
        this.#put({ kind: 'mark', label: key }, this.#at + 1)
        return true
      }
    }
    const target = this.#labels.target(key)
    if (target) this.#link(bracket, target, second ? second.end : this.#at + 1)
    else this.#unknown.add(key)
    return target !== undefined
  }

  #link(bracket: Bracket, { url, title }: { url: string | undefined; title: string }, end: number): void {
    const { nodes: children } = resolveEmphasis(this.#parts.takeFrom(bracket.part).slice(1))
    if (bracket.isImage) {
      this.#put({ kind: 'image', url: url ?? '', alt: plainText(children) }, end)
      return
    }
    this.#aroundLink = this.#brackets.length
    this.#put({ kind: 'link', url, title, children: children.flatMap(unlinked) }, end)
  }

  /** A bracket whose end has not come waits unseen, with all behind it. */
  #holdBracket(): void {
    const first = this.#brackets.find(({ at }) => this.#text.length - at <= patience)
    if (first) this.#parts.takeFrom(first.part)
  }
}

function isLabel(content: string): boolean {
  return /^(?:[^[\]\\]|\\[\s\S])*$/.test(content)
}
