import type { BlockView } from './block-view.ts'
import { element } from './element.ts'
import { InlineView } from './inline-view.ts'
import type { Table } from './markdown/block.ts'
import { cells } from './markdown/table-rows.ts'
import type { Redrawn, Surroundings } from './surroundings.ts'

/** A table; only its last row grows. */
export class TableView implements BlockView {
  readonly element: HTMLElement
  readonly #table: Table
  readonly #around: Surroundings
  readonly #body = element('tbody')
  readonly #shell: HTMLElement
  #drawn = 0
  #last: Row | undefined

  constructor(table: Table, around: Surroundings) {
    this.#table = table
    this.#around = around
    this.#shell = element('table', {}, [element('thead')])
    this.element = element('div', { class: 'reading-table', 'data-scrolls': 'Table' }, [this.#shell])
  }

  grow(): void {
    if (this.#around.open !== this.#table) return this.finish()
    this.#drawRows()
    if (this.#last) this.#around.growAt(this.#last.grow(this.#table.rows.at(-1) ?? ''))
  }

  finish(): void {
    this.#drawRows()
    this.#finishLast()
    this.#around.settle(this.element)
  }

  #drawRows(): void {
    const { columns, rows } = this.#table
    while (this.#drawn < rows.length) {
      this.#finishLast()
      const isHead = this.#drawn === 0
      if (this.#drawn === 1) this.#shell.append(this.#body)
      this.#last = new Row(isHead ? 'th' : 'td', columns, this.#around)
      const place = isHead ? this.#shell.firstElementChild : this.#body
      place?.append(this.#last.element)
      this.#drawn++
    }
  }

  #finishLast(): void {
    this.#last?.finish(this.#table.rows[this.#drawn - 1] ?? '')
    this.#last = undefined
  }
}

class Row implements Redrawn {
  readonly element: HTMLElement
  readonly #cells: readonly InlineView[]
  readonly #around: Surroundings
  #source = ''

  constructor(tag: 'th' | 'td', columns: Table['columns'], around: Surroundings) {
    this.#around = around
    const places = columns.map((align) =>
      element(tag, { dir: 'auto', ...(tag === 'th' ? { scope: 'col' } : {}), ...(align ? { 'data-align': align } : {}) }),
    )
    this.element = element('tr', {}, places)
    this.#cells = places.map((place) => new InlineView(place, around))
  }

  /** Returns the element at whose end the row grows. */
  grow(source: string): HTMLElement {
    const texts = cells(source)
    const last = Math.min(texts.length, this.#cells.length) - 1
    this.#cells.forEach((cell, index) => {
      if (index <= last) cell.grow(texts[index] ?? '')
    })
    return this.#cells[last]?.end ?? this.element
  }

  finish(source: string): void {
    this.#source = source
    const texts = cells(source)
    const unknown = this.#cells.map((cell, index) => cell.finish(texts[index] ?? ''))
    this.#around.await(this, new Set(unknown.flatMap((labels) => [...labels])), source)
  }

  redraw(): void {
    const texts = cells(this.#source)
    this.#cells.forEach((cell, index) => {
      cell.redraw(texts[index] ?? '')
    })
  }
}
