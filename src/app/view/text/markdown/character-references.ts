/** Common names; all others are in a table that is loaded on first use. */
const names = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    middot: '·',
    rarr: '→',
    times: '×',
  }),
)

let areAllKnown = false

/** The character for `&name;`, including numeric names such as `#38` or `#x26`; undefined if unknown or its table is not loaded. */
export function characterReference(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:[xX]([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  if (!hex && !decimal) return names.get(name)
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/** Whether the text may contain a reference that only the table resolves. */
export function needsMoreCharacters(text: string): boolean {
  if (areAllKnown || !text.includes('&')) return false
  return [...text.matchAll(/&([A-Za-z]\w{1,31});/g)].some(([, name = '']) => !names.has(name))
}

export async function loadMoreCharacters(): Promise<void> {
  const { characterEntities } = await import('character-entities')
  for (const [name, characters] of Object.entries(characterEntities)) names.set(name, characters)
  areAllKnown = true
}

/** Resolves backslash escapes and character references, for contexts without other inline marks. */
export function unescaped(text: string): string {
  if (!/[\\&]/.test(text)) return text
  return text.replaceAll(
    /\\([!-/:-@[-`{-~])|&(#?\w{1,32});/g,
    (all, escaped?: string, name?: string) => escaped ?? characterReference(name ?? '') ?? all,
  )
}
