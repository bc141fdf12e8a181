import { countOf, defined, type JsonRecord, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { OpenCall, ResponseWriter } from './response-writer.ts'

/** A tool call as far as it is known. It is written from when its name is. */
interface Call {
  id: string | undefined
  name: string | undefined
  /** Arguments that came before the name. */
  early: string
  open: OpenCall | undefined
}

/** Arguments are a JSON text; weak servers send the object itself. */
const argumentsOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/**
 * Joins the pieces of parallel tool calls. What servers do in practice (vercel/ai#14722, opencode#37841, litellm#11407): the id or the name
 * is late, empty, null or repeated with each piece; calls have no index, or all the same; an id is never sent, in which case ours is used,
 * since a chat server only ever sees it again in what the client sends back.
 */
export class ChatCalls {
  readonly #writer: ResponseWriter
  readonly #all: Call[] = []
  readonly #byIndex = new Map<number, Call>()

  constructor(writer: ResponseWriter) {
    this.#writer = writer
  }

  /** Whether there is any call. */
  get any(): boolean {
    return this.#all.length > 0
  }

  /** Whether a call never got a name, so that nobody can run it. */
  get hasNameless(): boolean {
    return this.#all.some(({ open }) => !open)
  }

  /** Takes one entry of `tool_calls`, a piece of a call or a whole one. Returns how many characters of arguments it brought. */
  read(piece: JsonRecord): number {
    const { name: given, arguments: value } = recordOf(piece.function)
    const [id, name, index, delta] = [textOf(piece.id), textOf(given), countOf(piece.index), argumentsOf(value)]
    const call = this.#callFor(id, name, index)
    if (index !== undefined) this.#byIndex.set(index, call)
    call.id ??= id
    call.name ??= name
    call.early += call.open ? '' : delta
    if (call.open) {
      if (delta !== '') this.#writer.writeCall(call.open, delta)
    } else if (call.name !== undefined) {
      call.open = this.#writer.openCall(call.id, call.name, defined({ extra_content: piece.extra_content }))
      if (call.early !== '') this.#writer.writeCall(call.open, call.early)
    }
    return delta.length
  }

  #callFor(id: string | undefined, name: string | undefined, index: number | undefined): Call {
    const there =
      index === undefined ? this.#all.find((one) => id !== undefined && one.id === id) : this.#byIndex.get(index)
    // The same index with another id and a name is another call.
    const isOther = there?.id !== undefined && id !== undefined && id !== there.id && name !== undefined
    if (there && !isOther) return there
    // A piece that names nothing goes on with the latest call, also under another index.
    const latest = id === undefined && name === undefined ? this.#all.at(-1) : undefined
    if (latest) return latest
    const call: Call = { id: undefined, name: undefined, early: '', open: undefined }
    this.#all.push(call)
    return call
  }
}
