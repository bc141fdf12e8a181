import { countOf, defined, isRecord, type JsonRecord, recordOf, textOf, textOrJson } from '../core/loose-json.ts'

/** A tool call of a chat completion, as far as it has come. */
export interface ChatCall {
  /** The router's id. Undefined where it has sent none so far, and where another call has the same one. */
  readonly id: string | undefined
  readonly name: string | undefined
  /** A custom tool: the arguments are free text, not JSON. */
  readonly isCustom: boolean
  /** A further field, in which Gemini sends the signature that it wants back with the call. */
  readonly extra: JsonRecord
}

/** What one piece says about its call; `text` is what it adds to the arguments. */
export interface ChatCallPiece {
  readonly call: ChatCall
  readonly text: string
}

interface Piece {
  readonly id: string | undefined
  readonly index: number | undefined
  readonly name: string | undefined
  readonly text: string
  readonly isTyped: boolean
}

interface OpenCall {
  id: string | undefined
  /** The id by which further pieces name it, whether or not it is its own alone. */
  wireId: string | undefined
  name: string | undefined
  isCustom: boolean
  extra: JsonRecord
  index: number | undefined
  text: string
  /** Arguments of `{}` that came at once: passed at the end, since some routers send them before the real ones. */
  isEmpty: boolean
  scan: JsonScan
}

/**
 * Joins the pieces of the tool calls of one chat completion. Routers and servers differ in what identifies a call (vercel/ai#14722,
 * opencode#37841, litellm#11407), so that evidence is weighed in this order:
 *
 * 1. An id that came before names its call, whatever the index says, unless several calls have that id.
 * 2. An index that came before names its call, unless the piece begins another one: by another id together with another name, or by a name
 *    after arguments that are whole. Ids that change with every piece of one call, and one index for all calls, are both common.
 * 3. A piece that names nothing goes on with the call that the last piece belonged to, also under another index.
 *
 * Pieces of a name are joined, unless they repeat it. Work for each piece depends on the piece alone, not on what came before it.
 */
export class ChatCalls {
  readonly #all = new Set<OpenCall>()
  readonly #byIndex = new Map<number, OpenCall>()
  readonly #byId = new Map<string, OpenCall>()
  #last: OpenCall | undefined

  /** The calls in the order in which they began. */
  get all(): ReadonlySet<ChatCall> {
    return this.#all
  }

  get any(): boolean {
    return this.#all.size > 0
  }

  /** Whether a call has no name, so that nobody can run it. */
  get hasNameless(): boolean {
    return [...this.#all].some(({ name }) => name === undefined)
  }

  /** Takes a tool call of a delta or, with `isWhole`, of a message, each a call of its own. `nth`: its index among several of a delta. */
  read(
    entry: JsonRecord,
    { isWhole = false, nth }: { isWhole?: boolean; nth?: number | undefined } = {},
  ): ChatCallPiece {
    const isCustom = isRecord(entry.custom)
    const { name, arguments: given, input } = recordOf(entry.function ?? entry.custom ?? entry)
    const text = textOrJson(given ?? input)
    const piece: Piece = {
      ...{ id: idOf(entry.id), index: indexOf(entry.index) ?? nth, name: textOf(name), text },
      isTyped: textOf(entry.type) !== undefined,
    }
    const there = isWhole ? undefined : this.#callFor(piece)
    const call = there ?? this.#open()
    if (isCustom) call.isCustom = true
    call.extra = { ...call.extra, ...defined({ extra_content: entry.extra_content }) }
    const isRepeat = there !== undefined && piece.id === there.wireId && text === there.text && there.scan.isWhole
    this.#learn(call, piece)
    return { call, text: isRepeat ? '' : addArguments(call, text) }
  }

  /** Adds arguments of `{}` where none came, since clients parse them; not to the last call of a completion that was cut. */
  end(isCut = false): readonly ChatCallPiece[] {
    const calls = [...this.#all]
    const last = calls.at(-1)
    return calls.flatMap((call) => {
      const lacks = call.isEmpty || (call.text === '' && !call.isCustom && !(isCut && call === last))
      call.isEmpty = false
      if (lacks) call.text = '{}'
      return lacks ? [{ call, text: '{}' }] : []
    })
  }

  #open(): OpenCall {
    const call: OpenCall = {
      ...{ id: undefined, wireId: undefined, name: undefined, isCustom: false, extra: {}, index: undefined },
      ...{ text: '', isEmpty: false, scan: new JsonScan() },
    }
    this.#all.add(call)
    return call
  }

  #learn(call: OpenCall, { id, index, name }: Piece): void {
    if (id !== undefined) {
      const isTaken = this.#byId.has(id) && this.#byId.get(id) !== call
      if (!isTaken) call.id ??= id
      call.wireId ??= id
      this.#byId.set(id, call)
    }
    if (index !== undefined) {
      call.index ??= index
      this.#byIndex.set(index, call)
    }
    if (name !== undefined && name !== call.name) call.name = (call.name ?? '') + name
    this.#last = call
  }

  #callFor(piece: Piece): OpenCall | undefined {
    const { id, index, name, text } = piece
    const placed = index === undefined ? undefined : this.#byIndex.get(index)
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known) {
      const named = placed?.wireId === id ? placed : known
      return named && !sharesId(named, piece) ? named : undefined
    }
    if (placed) return beginsAnother(placed, piece) ? undefined : placed
    const last = this.#last
    if (last === undefined) return undefined
    if (index !== undefined) return id !== undefined || name !== undefined || isOver(last, text) ? undefined : last
    if (id !== undefined && last.wireId !== undefined && name !== undefined) return undefined
    return beginsAnother(last, piece) ? undefined : last
  }
}

/** Whether a piece with the id of a call is another call: some routers give one id to several. */
function sharesId(call: OpenCall, { index, name, text }: Piece): boolean {
  if (name === undefined) return false
  if (name === call.name) return isOver(call, text) && text !== call.text
  return call.text !== '' || (index !== undefined && call.index !== undefined && index !== call.index)
}

/** Whether a piece begins another call than the one that its index, or its place in the stream, leads to. */
function beginsAnother(call: OpenCall, { id, index, name, text, isTyped }: Piece): boolean {
  const hasOtherId = id !== undefined && call.wireId !== undefined && id !== call.wireId
  if (name === undefined) return hasOtherId && isOver(call, text)
  if (call.name === undefined) return hasOtherId && call.text !== ''
  const isNamed = name === call.name
  if (hasOtherId) return !isNamed || call.scan.isWhole
  if (isNamed) return isOver(call, text)
  // Another name without arguments so far is more of the name, unless the piece looks like a beginning.
  return call.text !== '' || id !== undefined || (index === undefined && isTyped)
}

/** Whether a text cannot be more of a call's arguments, since they are whole. `{}` may only have stood for them. */
const isOver = (call: OpenCall, text: string) => call.scan.isWhole && call.text !== '{}' && text.trim() !== ''

function addArguments(call: OpenCall, text: string): string {
  if (text === '' || (call.isEmpty && text === '{}')) return ''
  const isFirst = call.text === '' || call.isEmpty
  if (isFirst) call.scan = new JsonScan()
  call.isEmpty = isFirst && text === '{}' && !call.isCustom
  call.text = isFirst ? text : call.text + text
  call.scan.push(text)
  return call.isEmpty ? '' : text
}

/** Some routers number their ids. */
const idOf = (id: unknown) => (typeof id === 'number' ? `${id}` : textOf(id))

const indexOf = (index: unknown) =>
  countOf(typeof index === 'string' && /^\d{1,9}$/.test(index) ? Number(index) : index)

/** Everything that decides where a JSON value ends. */
const structural = /["\\{}[\]]/g

/** Finds the end of JSON that comes in pieces, reading each character once. It counts brackets outside strings, without validating. */
export class JsonScan {
  #depth = 0
  #inString = false
  #isEscaped = false
  #isWhole = false

  get isWhole(): boolean {
    return this.#isWhole
  }

  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Takes more text. Returns the index just behind the bracket that ends the value, -1 where it does not end in this text. */
  push(text: string): number {
    let from = this.#isEscaped ? 1 : 0
    if (text !== '') this.#isEscaped = false
    for (;;) {
      structural.lastIndex = from
      const at = structural.exec(text)?.index
      if (at === undefined) return -1
      from = at + 1
      const sign = text[at]
      if (this.#inString) {
        if (sign === '"') this.#inString = false
        else if (sign === '\\') {
          from += 1
          this.#isEscaped = from > text.length
        }
      } else if (sign === '"') this.#inString = true
      else if (sign === '{' || sign === '[') this.#depth += 1
      else if (sign !== '\\' && this.#depth > 0) {
        this.#depth -= 1
        if (this.#depth === 0) {
          this.#isWhole = true
          return from
        }
      }
    }
  }
}
