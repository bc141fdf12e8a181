import type { FootnoteDefinition } from 'mdast'
import { labelsIn } from './labels.ts'
import type { ParsedBlock, Target } from './parse-block.ts'

/**
 * What the blocks of one text define for each other. The first definition of a label stands, as in CommonMark;
 * a block that was drawn before a definition came asks to be drawn again.
 */
export class References<Asker> {
  readonly #targets = new Map<string, Target>()
  readonly #notes = new Map<string, FootnoteDefinition>()
  readonly #asking = new Map<string, Set<Asker>>()

  /** The defined labels among those in `text`. `asker` is named by `define` when one of the others is defined later. */
  known(text: string, asker: Asker): string[] {
    const known: string[] = []
    for (const label of labelsIn(text)) {
      if (this.#targets.has(label) || this.#notes.has(label)) known.push(label)
      else this.#ask(label, asker)
    }
    return known
  }

  /** Takes a block's definitions and returns whoever asked for one of them. */
  define({ targets, notes }: Pick<ParsedBlock, 'targets' | 'notes'>): Set<Asker> {
    const askers = new Set<Asker>()
    const settle = (label: string) => {
      for (const asker of this.#asking.get(label) ?? []) askers.add(asker)
      this.#asking.delete(label)
    }
    for (const [label, target] of targets) {
      if (this.#targets.has(label)) continue
      this.#targets.set(label, target)
      settle(label)
    }
    for (const [label, note] of notes) {
      if (this.#notes.has(label)) continue
      this.#notes.set(label, note)
      settle(label)
    }
    return askers
  }

  target(label: string): Target | undefined {
    return this.#targets.get(label)
  }

  note(label: string): FootnoteDefinition | undefined {
    return this.#notes.get(label)
  }

  #ask(label: string, asker: Asker): void {
    const askers = this.#asking.get(label)
    if (askers) askers.add(asker)
    else this.#asking.set(label, new Set([asker]))
  }
}
