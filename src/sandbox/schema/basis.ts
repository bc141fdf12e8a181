import { isRecord, type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { type Node, parsePattern } from './parse-pattern.ts'
import { isFound } from './pattern-matcher.ts'

/** Thrown inside the generator when no value fits a schema, or none that this generator can find; the message is for people. */
export class Unsatisfiable extends Error {}

/** Thrown when a schema asks for more than the sandbox writes: another try would not help. */
export class TooLarge extends Unsatisfiable {}

const usual = 300_000
/** About a megabyte of JSON. */
const mostParts = 100_000
const charactersPerStep = 16

/**
 * The work that one request's schemas may cost, counted in small steps of well under a microsecond: a clock would make the answer
 * depend on the machine. When it is used up, every further step throws `TooLarge`.
 */
export class Fuel {
  private left: number

  constructor(steps = usual) {
    this.left = steps
  }

  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new TooLarge('it takes more work than the sandbox puts into one answer')
  }

  /** Pays for walking through a value once. */
  spendOn(value: unknown): void {
    this.spend(typeof value === 'string' ? 1 + value.length / charactersPerStep : 1)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      this.spend(key.length / charactersPerStep)
      this.spendOn(inner)
    }
  }
}

/** Whether a value has more parts than the sandbox reads as schemas. */
export function isSchemaTooLarge(value: unknown): boolean {
  try {
    new Fuel(mostParts).spendOn(value)
    return false
  } catch (error) {
    if (error instanceof TooLarge) return true
    throw error
  }
}

const stepsPerPattern = 200

/** Shared by all steps over one schema: the document that `$ref`s resolve in, the parsed patterns, and the step budget. */
export class Basis {
  readonly root: unknown
  readonly fuel: Fuel
  private readonly patterns = new Map<string, Node>()
  private named: ReadonlyMap<string, unknown> | undefined

  /** Walks through the whole schema once: one that is too large is refused here. */
  constructor(root: unknown, fuel: Fuel) {
    fuel.spendOn(root)
    this.root = root
    this.fuel = fuel
  }

  /** What a reference inside the document points at: `#`, `#/$defs/x`, an anchor or an id. */
  target(ref: string): unknown {
    this.fuel.spend(ref.length / 16)
    const target = ref === '#' ? this.root : ref.startsWith('#/') ? this.pointed(ref.slice(2)) : this.names().get(ref)
    if (target === undefined) throw new TooLarge(`its $ref "${ref.slice(0, 200)}" leads nowhere in the schema`)
    return target
  }

  /** Whether a regular expression is found in a text. */
  matches(pattern: string, text: string): boolean {
    return isFound(this.pattern(pattern), text, this.fuel)
  }

  pattern(pattern: string): Node {
    const known = this.patterns.get(pattern)
    if (known) return known
    this.fuel.spend(stepsPerPattern)
    const node = parsePattern(pattern)
    if (!node) throw new TooLarge(`the sandbox cannot read its pattern ${pattern.slice(0, 200)}`)
    this.patterns.set(pattern, node)
    return node
  }

  private pointed(pointer: string): unknown {
    let here = this.root
    for (const step of pointer.split('/')) {
      this.fuel.spend(1)
      const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
      if (Array.isArray(here)) here = here[Number(key)]
      else here = isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined
    }
    return here
  }

  private names(): ReadonlyMap<string, unknown> {
    this.named ??= new Map([...namesIn(this.root)].reverse())
    return this.named
  }
}

/** The reference that a schema begins with: those that are resolved while validating are taken for plain ones. */
export function referenceOf(schema: JsonRecord): string | undefined {
  const ref = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef
  return ref === undefined ? undefined : stringOf(ref)
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function* namesIn(within: unknown): Generator<[name: string, schema: unknown]> {
  if (typeof within !== 'object' || within === null) return
  if (isRecord(within)) {
    for (const anchor of [within.$anchor, within.$dynamicAnchor]) {
      if (typeof anchor === 'string') yield [`#${anchor}`, within]
    }
    if (typeof within.$id === 'string') yield [within.$id, within]
  }
  for (const inner of Object.values(within)) yield* namesIn(inner)
}
