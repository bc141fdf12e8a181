import type { BlockView, Redrawn, Surroundings } from './block-view.ts'
import { element } from './element.ts'
import { InlineView } from './inline-view.ts'
import type { Table } from './markdown/block.ts'
import { cells, directionOf } from './markdown/block.ts'
import { isPlain } from './markdown/inline.ts'

/** Cells per table element. Long tables are split, which limits layout and paint per append. */
const partCells = 256
const fewestRows = 16

/** A table; only its last row grows. */
export class TableView implements BlockView {
  readonly element = element('div', { class: 'reading-table', 'data-scrolls': 'Table' })
  readonly #table: Table
  readonly #around: Surroundings
  readonly #rowsOfPart: number
  readonly #first = element('table', {}, [element('thead')])
  #body = element('tbody')
  /** An empty row to clone, which is cheaper than creating elements. */
  #empty: HTMLTableRowElement | undefined
  /** Column widths and total row height, measured when the first part is complete. */
  #sizes: { readonly widths: readonly number[]; readonly height: number } | undefined
  #drawn = 0
  #last: Row | undefined
  #isFinished = false

  constructor(table: Table, around: Surroundings) {
    this.#table = table
    this.#around = around
    this.#rowsOfPart = Math.max(fewestRows, Math.floor(partCells / table.columns.length))
    this.element.append(this.#first)
    // Its columns begin where its text does. The header has come as a whole: only the line below it tells that it is a table.
    if (directionOf(table) === 'rtl') this.element.dir = 'rtl'
  }

  grow(): void {
    if (this.#around.open !== this.#table) {
      this.finish()
      return
    }
    this.#drawRows()
    if (this.#drawn === 1) this.#finishLast()
    if (this.#last) this.#around.growAt(this.#last.grow(this.#table.rows.at(-1) ?? ''))
  }

  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#drawRows()
    this.#finishLast()
    this.#around.settle(this.element)
  }

  #drawRows(): void {
    const { rows } = this.#table
    for (; this.#drawn < rows.length; this.#drawn++) {
      this.#finishLast()
      if ((this.#drawn - 1) % this.#rowsOfPart === 0) this.#nextBody()
      this.#last = new Row(this.#nextRow(), this.#around)
      const place = this.#drawn === 0 ? this.#first.tHead : this.#body
      place?.append(this.#last.element)
    }
  }

  #nextRow(): HTMLTableRowElement {
    const { columns } = this.#table
    if (this.#drawn === 0) return emptyRow('th', columns)
    this.#empty ??= emptyRow('td', columns)
    return document.importNode(this.#empty, true)
  }

  #finishLast(): void {
    this.#last?.finish(this.#table.rows[this.#drawn - 1] ?? '')
    this.#last = undefined
  }

  #nextBody(): void {
    this.#body = element('tbody')
    if (this.#drawn === 1) this.#first.append(this.#body)
    else this.#nextPart()
  }

  #nextPart(): void {
    this.#sizes ??= sizesOf(this.#first)
    const { widths, height } = this.#sizes
    const columns = widths.map((width) => {
      const column = element('col')
      column.style.width = `${width}px`
      return column
    })
    const label = `The table from row ${this.#drawn} on`
    const table = element('table', { 'aria-label': label }, [element('colgroup', {}, columns), this.#body])
    const part = element('div', { class: 'reading-part' }, [table])
    part.style.containIntrinsicSize = `auto ${height}px`
    // A part clips wider content.
    part.style.minWidth = `${widths.reduce((sum, width) => sum + width, 0)}px`
    this.element.append(part)
  }
}

function sizesOf(table: HTMLTableElement) {
  return {
    widths: [...table.querySelectorAll('th')].map((head) => head.getBoundingClientRect().width),
    height: table.getBoundingClientRect().height,
  }
}

function emptyRow(tag: 'th' | 'td', columns: Table['columns']): HTMLTableRowElement {
  const scope = tag === 'th' ? { scope: 'col' } : {}
  const places = columns.map((align) =>
    element(tag, { dir: 'auto', ...scope, ...(align ? { 'data-align': align } : {}) }),
  )
  return element('tr', {}, places)
}

class Row implements Redrawn {
  readonly element: HTMLElement
  readonly #cells: Cell[] = []
  readonly #around: Surroundings
  #source = ''
  #over = 0

  constructor(row: HTMLTableRowElement, around: Surroundings) {
    this.#around = around
    this.element = row
    // Sibling traversal: `row.cells` is a live collection and slower.
    for (let place = row.firstElementChild; place; place = place.nextElementSibling) {
      if (place instanceof HTMLElement) this.#cells.push(new Cell(place, around))
    }
  }

  grow(row: string): HTMLElement {
    // A trailing backslash is still ambiguous.
    const source = row.replace(/\\$/, '')
    const texts = cells(source)
    const last = Math.min(texts.length, this.#cells.length) - 1
    // The bar that opens the row ends no cell.
    const isOver = texts.length > this.#cells.length || /(?:^|[^\\])(?:\\\\)*\|\s*$/.test(source.replace(/^\s*\|/, ''))
    const over = isOver ? last + 1 : last
    for (; this.#over < over; this.#over++) this.#cells[this.#over]?.finish(texts[this.#over] ?? '')
    if (!isOver) this.#cells[last]?.grow(texts[last] ?? '')
    return this.#cells[last]?.end ?? this.element
  }

  finish(source: string): void {
    this.#source = source
    const texts = cells(source)
    const unknown = new Set<string>()
    this.#cells.forEach((cell, index) => {
      for (const label of cell.finish(texts[index] ?? '')) unknown.add(label)
    })
    this.#around.await(this, unknown, source)
  }

  redraw(): void {
    const texts = cells(this.#source)
    this.#cells.forEach((cell, index) => {
      cell.redraw(texts[index] ?? '')
    })
  }
}

const none: ReadonlySet<string> = new Set()

/** Most cells of a long table are short plain text and need no view. */
class Cell {
  readonly #place: HTMLElement
  readonly #around: Surroundings
  #view: InlineView | undefined

  constructor(place: HTMLElement, around: Surroundings) {
    this.#place = place
    this.#around = around
  }

  get end(): HTMLElement {
    return this.#view?.end ?? this.#place
  }

  grow(text: string): void {
    this.#viewed().grow(text)
  }

  finish(text: string): ReadonlySet<string> {
    if (this.#view || !isPlain(text)) return this.#viewed().finish(text)
    if (text && !this.#place.firstChild) this.#place.textContent = text
    return none
  }

  redraw(text: string): void {
    this.#view?.redraw(text)
  }

  #viewed(): InlineView {
    this.#view ??= new InlineView(this.#place, this.#around, 'cell')
    return this.#view
  }
}
