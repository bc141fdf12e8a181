import { autolinkAt, mailAround, nextAutolink } from './autolinks.ts'
import { Brackets, growingEnd, type Labels } from './brackets.ts'
import { characterReference } from './character-references.ts'
import { type Resolved, resolveEmphasis, runAt } from './emphasis.ts'
import { type InlinePart, PartList } from './inline.ts'
import {
  bracketedAddress,
  code,
  longestDollars,
  longestMaths,
  longestTag,
  mathsAt,
  mathsBegins,
  mayBeTag,
  tagEnd,
  ticksEnd,
} from './verbatim.ts'

export interface InlineText extends Resolved {
  readonly unknown: ReadonlySet<string>
}

/** Where a text stands: `<br>` breaks the line in the cell of a table, which no mark of Markdown does, and is text elsewhere. */
export type InlinePlace = 'line' | 'cell'

/**
 * Parses the inline marks of CommonMark and GFM in linear time. With `isGrowing`, unclosed marks are treated as they will likely be closed,
 * and a possible incomplete mark at the end is left out.
 */
export function readInline(text: string, labels: Labels, isGrowing = false, place: InlinePlace = 'line'): InlineText {
  const reader = new InlineReader(isGrowing ? text.slice(0, growingEnd(text)) : text, labels, isGrowing, place)
  return reader.read()
}

const maxPending = 240
/** Characters between two checks whether the text so far is settled. */
const stride = 80

class InlineReader {
  static readonly #takes: ReadonlyMap<string, (reader: InlineReader) => void> = new Map([
    ['*', (reader) => reader.#takeRun('*')],
    ['_', (reader) => reader.#takeRun('_')],
    ['~', (reader) => reader.#takeRun('~')],
    ['`', (reader) => reader.#takeTicks()],
    ['[', (reader) => reader.#openBracket('[')],
    [']', (reader) => reader.#closeBracket()],
    ['!', (reader) => reader.#takeBang()],
    ['$', (reader) => reader.#takeDollar()],
    ['\\', (reader) => reader.#takeMaths() || reader.#takeEscape()],
    ['\n', (reader) => reader.#takeLineEnd()],
    ['&', (reader) => reader.#takeReference()],
    ['<', (reader) => reader.#takeAngle()],
    ['@', (reader) => reader.#takeMail()],
  ])
  readonly #text: string
  readonly #isGrowing: boolean
  readonly #place: InlinePlace
  readonly #parts = new PartList()
  readonly #brackets: Brackets
  #at = 0
  #nextLink: number
  #paused = 0
  /** Up to this length of the text, something shown as text may still become a mark. */
  #waitsUntil = 0
  readonly #missingTicks = new Set<number>()
  readonly #missingEnds = new Set<string>()

  constructor(text: string, labels: Labels, isGrowing: boolean, place: InlinePlace) {
    this.#text = text
    this.#place = place
    this.#isGrowing = isGrowing
    this.#brackets = new Brackets(text, this.#parts, labels, isGrowing)
    this.#nextLink = nextAutolink(text, 0)
  }

  read(): InlineText {
    const { length } = this.#text
    while (this.#at < length) {
      if (this.#nextLink < this.#at) this.#nextLink = nextAutolink(this.#text, this.#at)
      if (this.#at === this.#nextLink) this.#takeAutolink()
      else this.#step()
    }
    if (this.#isGrowing) this.#brackets.hide()
    return { ...resolveEmphasis(this.#parts.takeFrom(0), this.#isGrowing), unknown: this.#brackets.unknown }
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

  #put(part: InlinePart, end: number): void {
    this.#parts.put(part)
    this.#at = end
  }

  #takePlain(): void {
    const special = /[\n\\`*_~[\]!<&@$]/g
    special.lastIndex = this.#at
    const end = Math.min(special.exec(this.#text)?.index ?? this.#text.length, this.#nextLink)
    const pause = this.#isGrowing ? this.#pauseBefore(end) : this.#at
    if (pause > this.#at) {
      this.#say(this.#text.slice(this.#at, pause))
      this.#put({ kind: 'pause', at: pause }, pause)
      this.#paused = pause
    }
    this.#say(this.#text.slice(this.#at, end))
  }

  /** The end of the text that may be settled: after a space between words, if nothing is open. */
  #pauseBefore(end: number): number {
    const isWaiting = this.#brackets.areOpen || this.#text.length < this.#waitsUntil
    if (isWaiting || end - this.#paused < stride) return this.#at
    const pause = this.#text.lastIndexOf(' ', end - 1) + 1
    // Trailing spaces may belong to a hard line break.
    return /^\S$/.test(this.#text.charAt(pause)) ? pause : this.#at
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
    // An open code span is shown as code; an unclosed tick in a long text is text.
    const isArriving = this.#isGrowing && rest.length <= maxPending && rest.trim() !== ''
    if (end >= 0) this.#put(code(this.#text.slice(start, end)), end + ticks.length)
    else if (isArriving) this.#put(code(rest), this.#text.length)
    else this.#sayFirst(ticks, Number.POSITIVE_INFINITY)
  }

  /** Adds text that may become the start of a mark of at most `longest` characters. */
  #sayFirst(text: string, longest: number): void {
    this.#waitsUntil = Math.max(this.#waitsUntil, this.#at + longest)
    this.#say(text)
  }

  /** Maths contains no inline marks. */
  #takeMaths(): boolean {
    const maths = mathsAt(this.#text, this.#at, this.#missingEnds)
    const rest = this.#text.slice(this.#at)
    const begins = maths === undefined && mathsBegins(this.#text, this.#at)
    const isArriving = this.#isGrowing && begins && rest.length <= maxPending
    if (begins) this.#waitsUntil = Math.max(this.#waitsUntil, this.#at + longestMaths)
    if (maths) this.#put({ kind: 'maths', text: maths.source }, maths.end)
    else if (isArriving) this.#put({ kind: 'maths', text: rest }, this.#text.length)
    return maths !== undefined || isArriving
  }

  /** A single `$` is text until its closing `$` arrives. */
  #takeDollar(): void {
    const next = this.#text.indexOf('$', this.#at + 1)
    if (this.#takeMaths()) return
    if (next < 0) this.#sayFirst('$', longestDollars)
    else this.#say('$')
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
    this.#parts.dropLast(spaces)
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
      const isBreak =
        end !== undefined && this.#place === 'cell' && /^<br\s*\/?>$/i.test(this.#text.slice(this.#at, end))
      if (isBreak) this.#put({ kind: 'break' }, end)
      else if (end !== undefined) this.#say(this.#text.slice(this.#at, end))
      else this.#sayFirst('<', mayBeTag(this.#text, this.#at) ? longestTag : 1)
    }
  }

  #takeMail(): void {
    const mail = mailAround(this.#parts.plain, this.#text, this.#at)
    if (!mail) {
      this.#say('@')
      return
    }
    const text = mail.local + this.#text.slice(this.#at, mail.end)
    this.#parts.dropLast(mail.local.length)
    this.#putAddress(`mailto:${text}`, text, mail.end)
  }

  /** Bare addresses are not recognised inside brackets, where they would include the closing bracket. */
  #takeAutolink(): void {
    if (this.#brackets.areOpen) {
      this.#nextLink = nextAutolink(this.#text, this.#at + 1)
      this.#step()
      return
    }
    const { url, text, end } = autolinkAt(this.#text, this.#at)
    this.#putAddress(url, text, end)
  }

  /** An address at the end of a growing text may be incomplete, so it has no target yet. */
  #putAddress(address: string, text: string, end: number): void {
    const url = this.#isGrowing && end === this.#text.length ? undefined : address
    this.#put({ kind: 'link', url, title: '', children: [{ kind: 'text', text }] }, end)
  }

  #takeBang(): void {
    if (this.#text[this.#at + 1] === '[') this.#openBracket('![')
    else this.#say('!')
  }

  #openBracket(mark: '[' | '!['): void {
    this.#at += mark.length
    this.#brackets.open(mark, this.#at)
  }

  #closeBracket(): void {
    const end = this.#brackets.close(this.#at)
    if (end === undefined) this.#say(']')
    else this.#at = end
  }
}
