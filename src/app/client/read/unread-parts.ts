import { isRecord } from '#contract/core/loose-json.ts'

/** So many pieces of one kind are joined; a reply that sends more of what nobody reads is told in its events. */
const mostPieces = 500

/** What has no reading, gathered under its name: pieces that come one after the other are one thing that grows. */
export class UnreadParts {
  readonly #gathered = new Map<string, { readonly value: unknown; readonly pieces: number }>()

  /** All that came under a name with this piece; undefined where it adds nothing. */
  add(name: string, piece: unknown): unknown {
    const before = this.#gathered.get(name)
    const value = before === undefined ? piece : joined(before.value, piece)
    const pieces = (before?.pieces ?? 0) + (typeof piece === 'string' ? 0 : 1)
    if (pieces > mostPieces) return undefined
    this.#gathered.set(name, { value, pieces })
    return value
  }

  /** The newest under a name, which the router sends whole each time; undefined where it is the same as before. */
  replace(name: string, value: unknown): unknown {
    const before = this.#gathered.get(name)?.value
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(value)) return undefined
    this.#gathered.set(name, { value, pieces: 1 })
    return value
  }
}

function joined(before: unknown, piece: unknown): unknown {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece
  if (Array.isArray(before)) return [...before, ...(Array.isArray(piece) ? piece : [piece])]
  if (isRecord(before) && isRecord(piece) && JSON.stringify(before) === JSON.stringify(piece)) return before
  return [before, piece]
}
