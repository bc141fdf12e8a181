import { TooLarge } from './unsatisfiable.ts'

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
export function isTooLarge(value: unknown): boolean {
  try {
    new Fuel(mostParts).spendOn(value)
    return false
  } catch (error) {
    if (error instanceof TooLarge) return true
    throw error
  }
}
