import { codeLines } from './code-lines.ts'
import { createRandom, type Random } from './random.ts'
import { words } from './words.ts'

/** A long answer as models write them: the same for the same seed. */
export function answerText(seed: number, length: number): string {
  const writer = new Writer(createRandom(seed))
  const blocks: string[] = []
  for (let written = 0; written < length; ) {
    for (const block of writer.section()) {
      blocks.push(block)
      written += block.length + 2
    }
  }
  return blocks.join('\n\n').slice(0, length)
}

class Writer {
  readonly #random: Random
  #marks = 0

  constructor(random: Random) {
    this.#random = random
  }

  section(): string[] {
    const kinds = [
      () => this.#paragraph(),
      () => this.#paragraph(),
      () => this.#list(),
      () => this.#table(),
      () => this.#quote(),
      () => this.#fence(),
      () => this.#fence(),
    ] as const
    const [heading, opening] = [this.#heading(), this.#paragraph()]
    const rest = Array.from({ length: this.#random.between(3, 7) }, () => this.#random.pick(kinds)())
    return [heading, opening, ...rest]
  }

  #word(): string {
    return this.#random.pick(words)
  }

  #words(low: number, high: number): string {
    return Array.from({ length: this.#random.between(low, high) }, () => this.#word()).join(' ')
  }

  /** Counts up through the answer, so that whoever looks at the end of what is shown knows how far it has come. */
  #mark(): string {
    this.#marks += 1
    return `§${this.#marks}`
  }

  #phrase(): string {
    const roll = this.#random.next()
    const inner = this.#words(1, 4)
    if (roll < 0.1) return `**${inner}**`
    if (roll < 0.17) return `*${inner}*`
    if (roll < 0.27) return `\`${this.#word()}_${this.#word()}\``
    if (roll < 0.32) return `[${inner}](https://example.com/${this.#word()}/${this.#word()})`
    return inner
  }

  #sentence(): string {
    const phrases = Array.from({ length: this.#random.between(3, 7) }, () => this.#phrase())
    return `${phrases.join(' ')} ${this.#mark()}.`
  }

  #heading(): string {
    return `${'#'.repeat(this.#random.between(2, 4))} ${this.#words(2, 6)}`
  }

  #paragraph(): string {
    return Array.from({ length: this.#random.between(2, 6) }, () => this.#sentence()).join(' ')
  }

  #list(): string {
    const ordered = this.#random.next() < 0.4
    const items = Array.from({ length: this.#random.between(3, 7) }, (_, index) => {
      const bullet = ordered ? `${index + 1}. ` : '- '
      const nested = this.#random.next() < 0.3 ? this.#nested(' '.repeat(bullet.length)) : ''
      return `${bullet}${this.#phrase()} ${this.#sentence()}${nested}`
    })
    return items.join('\n')
  }

  #nested(indent: string): string {
    const items = Array.from(
      { length: this.#random.between(2, 4) },
      () => `\n${indent}- ${this.#phrase()} ${this.#word()}`,
    )
    return items.join('')
  }

  #table(): string {
    const columns = this.#random.between(3, 4)
    const row = (cell: () => string) => `| ${Array.from({ length: columns }, cell).join(' | ')} |`
    const rows = Array.from({ length: this.#random.between(3, 8) }, () => row(() => this.#phrase()))
    return [row(() => this.#word()), row(() => '---'), ...rows].join('\n')
  }

  #quote(): string {
    return Array.from({ length: this.#random.between(1, 3) }, () => `> ${this.#sentence()}`).join('\n')
  }

  #fence(): string {
    const [first, ...others] = Object.keys(codeLines)
    const language = this.#random.pick([first ?? '', ...others])
    const templates = codeLines[language] ?? ['$w']
    const lines = Array.from({ length: this.#random.between(4, 24) }, () =>
      this.#codeLine(this.#random.pick(templates)),
    )
    return [`\`\`\`${language}`, ...lines, '```'].join('\n')
  }

  #codeLine(template: string): string {
    return template.replaceAll(/\$([wns])/g, (_, kind) => {
      if (kind === 'w') return this.#word()
      return kind === 'n' ? String(this.#random.between(1, 640)) : this.#mark()
    })
  }
}
