import type { Fuel } from './basis.ts'
import type { Node, PatternLook } from './parse-pattern.ts'

/** A state of the nondeterministic automaton (NFA) compiled from a pattern. */
type State =
  | { readonly kind: 'found' }
  | { readonly kind: 'character'; readonly has: (character: string) => boolean; readonly next: State }
  | { readonly kind: 'fork'; readonly ways: readonly State[] }
  | { readonly kind: 'check'; readonly holds: (at: number) => boolean; readonly next: State }

type Way = PatternLook['way']

const found: State = { kind: 'found' }
const stepsPerState = 2
const stepsPerRead = 2

/**
 * Whether a pattern matches anywhere in a text, with the result of `RegExp.test` in unicode mode. Simulates the NFA breadth-first
 * instead of backtracking, so that the time is linear in the text for a given pattern; each step is charged to `fuel`. Own code,
 * because re2js lacks lookahead, `\p{Script=…}` and repeats above 1,000, and defines `\s` and `.` otherwise than ECMAScript.
 */
export function isFound(pattern: Node, text: string, fuel: Fuel): boolean {
  fuel.spend(text.length / 4)
  return new Search([...text], fuel).runs(pattern, 'ahead', 0, 'anywhere')
}

class Search {
  private readonly characters: readonly string[]
  private readonly fuel: Fuel
  private readonly starts = new Map<Node, State>()
  private readonly looked = new Map<Node, Map<number, boolean>>()

  constructor(characters: readonly string[], fuel: Fuel) {
    this.characters = characters
    this.fuel = fuel
  }

  runs(pattern: Node, way: Way, from: number, where: 'here' | 'anywhere'): boolean {
    const start = this.startOf(pattern, way)
    const step = way === 'ahead' ? 1 : -1
    let arrived: readonly State[] = [start]
    for (let at = from; ; at += step) {
      const reading = this.reachable(arrived, at)
      if (reading === 'found') return true
      const character = this.characters[way === 'ahead' ? at : at - 1]
      if (character === undefined || (reading.length === 0 && where === 'here')) return false
      const next = reading.flatMap((state) => (state.has(character) ? [state.next] : []))
      arrived = where === 'anywhere' ? [...next, start] : next
    }
  }

  private startOf(pattern: Node, way: Way): State {
    const start = this.starts.get(pattern) ?? this.built(pattern, found, way)
    this.starts.set(pattern, start)
    return start
  }

  /** The states that read a character next, from those arrived at. */
  private reachable(arrived: readonly State[], at: number): Extract<State, { kind: 'character' }>[] | 'found' {
    const todo = [...arrived]
    const seen = new Set<State>()
    const reading: Extract<State, { kind: 'character' }>[] = []
    for (let state = todo.pop(); state; state = todo.pop()) {
      this.fuel.spend(1)
      if (seen.has(state)) continue
      seen.add(state)
      if (state.kind === 'found') return 'found'
      if (state.kind === 'fork') todo.push(...state.ways)
      else if (state.kind === 'check' && state.holds(at)) todo.push(state.next)
      else if (state.kind === 'character') reading.push(state)
    }
    this.fuel.spend(reading.length * stepsPerRead)
    return reading
  }

  /** The automaton for a pattern that goes on with `next`. Looking behind reads backwards. */
  private built(node: Node, next: State, way: Way): State {
    this.fuel.spend(stepsPerState)
    switch (node.kind) {
      case 'character':
        return { kind: 'character', has: node.has, next }
      case 'sequence': {
        const lastFirst = way === 'ahead' ? node.parts.toReversed() : node.parts
        return lastFirst.reduce((rest, part) => this.built(part, rest, way), next)
      }
      case 'choice':
        return { kind: 'fork', ways: node.options.map((option) => this.built(option, next, way)) }
      case 'repeat':
        return this.repeated(node, next, way)
      case 'edge':
        return { kind: 'check', holds: (at) => this.isEdge(node.at, at), next }
      case 'look':
        return { kind: 'check', holds: (at) => this.looks(node, at), next }
    }
  }

  /** In a text of n characters at most n rounds read something: more of them than that are as good as any number. */
  private repeated({ part, least, most }: Extract<Node, { kind: 'repeat' }>, next: State, way: Way): State {
    const rounds = this.characters.length + 1
    const must = Math.min(least, rounds)
    let state = next
    if (most >= rounds) {
      const ways: State[] = [next]
      state = { kind: 'fork', ways }
      ways.push(this.built(part, state, way))
    } else {
      for (let count = least; count < most; count += 1) {
        state = { kind: 'fork', ways: [next, this.built(part, state, way)] }
      }
    }
    for (let count = 0; count < must; count += 1) state = this.built(part, state, way)
    return state
  }

  private isEdge(edge: Extract<Node, { kind: 'edge' }>['at'], at: number): boolean {
    if (edge === 'start') return at === 0
    if (edge === 'end') return at === this.characters.length
    const isWord = (place: number) => /^\w$/.test(this.characters[place] ?? '')
    return (isWord(at - 1) !== isWord(at)) === (edge === 'word edge')
  }

  private looks(look: PatternLook, at: number): boolean {
    const answers = this.looked.get(look) ?? new Map<number, boolean>()
    this.looked.set(look, answers)
    const answer = answers.get(at) ?? this.runs(look.part, look.way, at, 'here') === (look.finds === 'something')
    answers.set(at, answer)
    return answer
  }
}
