/**
 * A quoted cell (RFC 4180). A text that a spreadsheet would read as a formula gets a leading apostrophe; that includes full-width signs,
 * which some programs treat as plain ones, and signs behind white space.
 */
function cell(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"`
}

/** A line of a table: each cell quoted, the end as RFC 4180 has it. */
export const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** The header line, with a byte order mark: without it, Excel decodes UTF-8 by the system's legacy encoding. */
export const headLineOf = (names: readonly string[]): string => `\uFEFF${lineOf(names)}`
