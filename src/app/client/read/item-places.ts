import { isRecord, type JsonRecord, listOf, textOf, textOrJson } from '#contract/core/loose-json.ts'
import { withoutThoughts } from '#contract/responses/think-tags.ts'
import type { ReplyOutputs } from './outputs.ts'

/** What an item holds: calls of both types are one family, other items are known by their type. */
export type Family = string

const families = new Map([
  ['function_call', 'call'],
  ['custom_tool_call', 'call'],
])

export function typeOfItem(item: JsonRecord): string {
  return textOf(item.type) ?? 'message'
}

const familyOf = (item: JsonRecord): Family => families.get(typeOfItem(item)) ?? typeOfItem(item)

export interface ItemMark {
  readonly id: string | undefined
  readonly index: number | undefined
}

interface Streamed {
  readonly family: Family
  readonly place: Place
}

interface Place {
  readonly at: number
  readonly family: Family
  id: string | undefined
  index: number | undefined
  /** Its id came more than once: ids of this router are stable. */
  isSure: boolean
  isAnnounced: boolean
  isClosed: boolean
}

/** Open items that are searched for the one which an event without id and index closes. */
const mostSearched = 64

/**
 * Assigns the items of a Responses stream to outputs: by an id seen before; ids that change with every event (GitHub Copilot) never recur,
 * so then by the index within one type; without an index by order. A new item contradicts the type, or the stable id, at its index. An
 * output's index is the item's `output_index` where that is free.
 */
export class ItemPlaces {
  readonly #outputs: ReplyOutputs
  readonly #all: Place[] = []
  /** By family and id; null where several items have the same id. */
  readonly #byId = new Map<string, Place | null>()
  /** The last item at an index, by family and index, and by index alone. */
  readonly #byIndex = new Map<string, Place>()
  readonly #atIndex = new Map<number, Place>()
  readonly #latest = new Map<Family, Place>()
  readonly #open = new Map<Family, Set<Place>>()
  #newest: Place | undefined
  /** The last mark and its item: most events of a stream have the same. */
  #last: { readonly family: Family; readonly mark: ItemMark; readonly place: Place } | undefined

  constructor(outputs: ReplyOutputs) {
    this.#outputs = outputs
  }

  /** The output of an event that is part of an item; `whole` is the complete text that it states. */
  find(family: Family, mark: ItemMark, whole?: string): number {
    const last = this.#last
    if (last && last.family === family && last.mark.id === mark.id && last.mark.index === mark.index) {
      last.place.isSure ||= mark.id !== undefined
      return last.place.at
    }
    const place = this.#known(family, mark, whole) ?? this.#make(family, mark.index)
    this.#learn(place, family, mark)
    this.#last = { family, mark, place }
    return place.at
  }

  /** The same without making one: undefined where nothing has opened the item. */
  known(family: Family, mark: ItemMark): number | undefined {
    return this.#known(family, mark, undefined)?.at
  }

  open(item: JsonRecord, index: number | undefined): number {
    const family = familyOf(item)
    const place = this.#announced(family, item, index) ?? this.#make(family, index)
    place.isAnnounced = true
    return this.#note(place, family, item, index)
  }

  close(item: JsonRecord, index: number | undefined): number {
    const family = familyOf(item)
    const place = this.#closing(family, item, index) ?? this.#make(family, index)
    place.isClosed = true
    this.#open.get(family)?.delete(place)
    return this.#note(place, family, item, index)
  }

  /** Pairs a final list with what was streamed: by id, equal content, then type and order. Some routers omit items or change all ids. */
  pair(items: readonly JsonRecord[]): readonly Streamed[] {
    const found = new Map<JsonRecord, Streamed>()
    const free = new Map(this.#streamed().map((one) => [`${one.family} ${one.place.at}`, one]))
    const claim = (item: JsonRecord, family: Family, place: Place | undefined) => {
      const one = place && free.get(`${family} ${place.at}`)
      if (one && free.delete(`${family} ${place.at}`)) found.set(item, one)
    }
    const left = () => items.filter((item) => !found.has(item))
    for (const item of items) claim(item, familyOf(item), this.#named(familyOf(item), item))
    const byContent = grouped(free.values(), ({ family, place }) => `${family} ${this.#contentOf(place, family)}`)
    const claimEqual = (item: JsonRecord, family: Family) =>
      claim(item, family, byContent.get(`${family} ${contentOfItem(item)}`)?.shift()?.place)
    for (const item of left()) claimEqual(item, familyOf(item))
    // Text that was streamed as a message, and turned out to be reasoning.
    for (const item of left())
      if (familyOf(item) === 'reasoning' && contentOfItem(item) !== '') claimEqual(item, 'message')
    const inOrder = grouped(
      [...free.values()].sort((a, b) => a.place.at - b.place.at),
      ({ family }) => family,
    )
    for (const item of left()) {
      const places = inOrder.get(familyOf(item)) ?? []
      const fits = places.findIndex(({ place }) => !this.#isOther(place, item))
      if (fits >= 0) claim(item, familyOf(item), places.splice(fits, 1)[0]?.place)
    }
    return items.map((item, nth) => {
      const family = familyOf(item)
      return found.get(item) ?? { family, place: this.#make(family, nth) }
    })
  }

  /** Everything that was streamed; an item that holds text and reasoning counts as both. */
  #streamed(): readonly Streamed[] {
    return this.#all.flatMap((place) => {
      const other = place.family === 'message' ? 'reasoning' : 'message'
      const isBoth = isSpeech(place.family) && this.#contentOf(place, other) !== ''
      return [{ family: place.family, place }, ...(isBoth ? [{ family: other, place }] : [])]
    })
  }

  #note(place: Place, family: Family, item: JsonRecord, index: number | undefined): number {
    this.#last = undefined
    this.#learn(place, family, { id: textOf(item.id), index })
    const callId = textOf(item.call_id)
    if (callId !== undefined) this.#byId.set(`${family} ${callId}`, place)
    return place.at
  }

  #learn(place: Place, family: Family, { id, index }: ItemMark): void {
    if (id !== undefined && this.#byId.get(`${family} ${id}`) !== null) {
      place.isSure ||= place.id === id
      if (place.family === family) place.id ??= id
      this.#byId.set(`${family} ${id}`, place)
    }
    if (index !== undefined) {
      place.index ??= index
      this.#byIndex.set(`${family} ${index}`, place)
      this.#atIndex.set(index, place)
    }
    this.#latest.set(family, place)
  }

  #make(family: Family, index: number | undefined): Place {
    const at = index !== undefined && !this.#outputs.has(index) ? index : this.#outputs.next
    const place = { at, family, id: undefined, index, isSure: false, isAnnounced: false, isClosed: false }
    this.#outputs.begin(at)
    this.#all.push(place)
    this.#newest = place
    const open = this.#open.get(family) ?? new Set()
    this.#open.set(family, open.add(place))
    return place
  }

  #known(family: Family, { id, index }: ItemMark, whole: string | undefined): Place | undefined {
    const named = id === undefined ? undefined : this.#byId.get(`${family} ${id}`)
    if (named) return named
    const mark = named === null ? undefined : id
    const there = index === undefined ? this.#latest.get(family) : this.#byIndex.get(`${family} ${index}`)
    if (there)
      return contradicts(there, mark) && (whole === undefined || !isRelated(this.#contentOf(there), whole.trim()))
        ? undefined
        : there
    const other = index === undefined ? this.#newest : this.#atIndex.get(index)
    const open = this.#latest.get(family)
    const isOpen = open?.isAnnounced && !open.isClosed && !contradicts(open, mark)
    // Its index leads to nothing, or to an item of another type, and one of its own type waits for content.
    if (open && isOpen && (family === 'call' || other !== undefined || this.#isEmpty(open))) return open
    // Some routers put reasoning and text into one item.
    const isShared = other && !other.isClosed && isSpeech(family) && isSpeech(other.family)
    return isShared ? other : undefined
  }

  #announced(family: Family, item: JsonRecord, index: number | undefined): Place | undefined {
    const id = textOf(item.id)
    const named = this.#named(family, item)
    if (named) {
      const isElsewhere = index !== undefined && named.index !== undefined && named.index !== index
      if (!named.isAnnounced || !(named.isClosed || isElsewhere)) return named
      // One id for several items.
      if (id !== undefined && named.id === id && isElsewhere) this.#byId.set(`${family} ${id}`, null)
      return undefined
    }
    const there = index === undefined ? this.#latest.get(family) : this.#byIndex.get(`${family} ${index}`)
    if (there === undefined || there.isClosed || there.family !== family) return undefined
    if (!there.isAnnounced) return contradicts(there, id) ? undefined : there
    // Announced again, before anything was said.
    const isNameless = id === undefined && textOf(item.call_id) === undefined
    return isNameless && index !== undefined && this.#isEmpty(there) ? there : undefined
  }

  #closing(family: Family, item: JsonRecord, index: number | undefined): Place | undefined {
    const id = textOf(item.id)
    const named = this.#named(family, item)
    if (named) {
      const isOther = named.isClosed && index !== undefined && named.index !== undefined && named.index !== index
      if (!isOther) return named
      if (id !== undefined) this.#byId.set(`${family} ${id}`, null)
      return undefined
    }
    const there = index === undefined ? undefined : this.#byIndex.get(`${family} ${index}`)
    if (there) return this.#isOther(there, item) ? undefined : there
    const open = this.#firstOpen(family, item)
    if (open) return open
    const latest = index === undefined ? this.#latest.get(family) : undefined
    return latest && !contradicts(latest, id) ? latest : undefined
  }

  /** The item that was announced first among those that are open, or the one of this name. */
  #firstOpen(family: Family, item: JsonRecord): Place | undefined {
    const open: Place[] = []
    for (const place of this.#open.get(family) ?? []) {
      if (open.length < mostSearched && place.isAnnounced && !contradicts(place, textOf(item.id))) open.push(place)
    }
    const name = textOf(item.name)
    return open.find(({ at }) => name !== undefined && this.#outputs.callAt(at)?.name === name) ?? open[0]
  }

  #named(family: Family, item: JsonRecord): Place | undefined {
    const ids = [textOf(item.id), textOf(item.call_id)]
    return (
      ids.map((id) => (id === undefined ? undefined : this.#byId.get(`${family} ${id}`))).find((place) => place) ??
      undefined
    )
  }

  /** Whether a whole item is another one than that at its index: by its id, unless its content says that only the ids have changed. */
  #isOther(place: Place, item: JsonRecord): boolean {
    if (!contradicts(place, textOf(item.id))) return false
    const call = this.#outputs.callAt(place.at)
    const [name, callId] = [textOf(item.name), textOf(item.call_id)]
    if (call && ((name !== undefined && name !== call.name) || (callId !== undefined && callId !== call.callId)))
      return true
    const [came, whole] = [this.#contentOf(place), contentOfItem(item)]
    return place.isClosed ? came !== whole : !isRelated(came, whole)
  }

  #isEmpty({ at, family }: Place): boolean {
    return this.#outputs.isEmpty(at, family === 'reasoning' ? 'reasoning' : undefined)
  }

  #contentOf({ at, family: own }: Place, family = own): string {
    const kind = family === 'reasoning' ? 'reasoning' : 'tool-arguments'
    return (family === 'message' ? this.#outputs.messageAt(at) : this.#outputs.textAt(at, { kind })).trim()
  }
}

const isSpeech = (family: Family) => family === 'message' || family === 'reasoning'

/** Whether an id is another one than that of an item whose id is stable, or which is complete. */
const contradicts = ({ id, isSure, isClosed }: Place, other: string | undefined) =>
  other !== undefined && id !== undefined && id !== other && (isSure || isClosed)

const isRelated = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

function grouped<T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** The texts of a reasoning item, of its summary and itself. */
export const reasoningTexts = (item: JsonRecord): readonly string[] =>
  [...listOf(item.summary), ...listOf(item.content)].flatMap((part) =>
    isRecord(part) && typeof part.text === 'string' ? [part.text] : [],
  )

/** What an item says, without white space around it: how it is told from others when its id cannot be trusted. */
function contentOfItem(item: JsonRecord): string {
  const family = familyOf(item)
  if (family === 'call') return textOrJson(item.arguments ?? item.input).trim()
  if (family === 'reasoning') return reasoningTexts(item).join('\n\n').trim()
  if (family !== 'message') return ''
  const { content } = item
  const texts = listOf(content).map((part) => (isRecord(part) ? (textOf(part.text) ?? '') : ''))
  return withoutThoughts(typeof content === 'string' ? content : texts.join('')).answer.trim()
}
