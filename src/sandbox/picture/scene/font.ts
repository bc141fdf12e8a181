/** The family name that the font calls itself. What it has no letters for comes from the other one of the app. */
export const fontFamily = 'Instrument Sans'

const fontsource = (family: string, part: string) =>
  `@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`

/** The files that all words are set with. */
export const fontFiles = [
  fontsource('instrument-sans', 'latin'),
  fontsource('instrument-sans', 'latin-ext'),
  fontsource('geist-mono', 'cyrillic'),
]

const cyrillic = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёІіЇїЄєҐґЎўЂђЉљЊњЋћЏџЈј№'

/** What these files have a glyph for, by how far it goes on, in hundredths of an em. Measured; no kerning. */
const advances: Readonly<Record<number, string>> = {
  23: "'",
  24: 'ijl|ìíîïĩīįıĺļ',
  25: 'IÌÍÎÏĨĪĮİ‚',
  26: ' \u00a0,.:;ł‘’',
  27: '!¡·',
  29: 'ľ',
  30: '¸',
  35: '`f´',
  37: 'ª',
  38: '"rtŕŗřť',
  39: '1°',
  40: '„',
  41: '()*[]{}¯º“”',
  43: '_',
  44: '/\\¨',
  46: 'J',
  47: 'sśşš',
  49: '«»',
  50: 'z§źżž',
  51: '-',
  52: 'vyýÿŷ',
  53: '+7<=>^ac~¢×àáâãäåç÷āăąćċč',
  54: 'kķ',
  55: '2x',
  56: 'eèéêëēėęě',
  57: '35?¿',
  58: '8oòóôõöøōő',
  59: 'Lu£ðùúûüĹĻĽŁũūŭůűų–',
  60: `46Fhnñħńņňŋ${cyrillic}`,
  61: '$9SbdgpqßþđğġģŚŞŠ',
  62: 'Z¥ŹŻŽ',
  64: 'BEÈÉÊËĒĖĘĚ',
  65: 'TďŤ',
  66: 'PRÞŔŖŘ…',
  67: '0',
  68: 'YÝŶŸ',
  69: 'KXĶ',
  70: '€',
  71: 'U¶ÙÚÛÜŨŪŬŮŰŲ',
  72: '#',
  73: 'AVÀÁÂÃÄÅĀĂĄ',
  74: 'CHNÇÑĆĊČĦŃŅŇŊ',
  75: 'DÐĎĐ',
  76: '&',
  77: 'GwĞĠĢŵ',
  79: '%OQÒÓÔÕÖØŌŐ',
  85: '@©®',
  87: 'æ',
  89: '—',
  91: 'M',
  92: 'm',
  94: 'Æ',
  95: 'œ',
  106: 'Œ',
  109: 'WŴ',
}

const advanceOf: ReadonlyMap<string, number> = new Map(
  Object.entries(advances).flatMap(([advance, letters]) =>
    Array.from(letters, (one): [string, number] => [one, Number(advance) / 100]),
  ),
)

/** Whether the font has a glyph for every character. */
export const isCovered = (text: string): boolean => Array.from(text).every((one) => advanceOf.has(one))

/** How wide a text is set, in ems. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (advanceOf.get(one) ?? 0.68), 0)

const second = 'įļĮİłľŗřťşšżžŷăąċčķėęěőĻĽŁŭůűųħņňŋđğġģŞŠŻŽĖĘĚďŤŖŘŶĶŬŮŰŲĄĊČĦŅŇŊĎĐĞĠĢŵŐŴ'
const byFile = new RegExp(`[${second}]+|[${cyrillic}]+|[^${second}${cyrillic}]+`, 'gu')

/**
 * A text in runs that one of the files has whole. For a missing glyph the renderer shapes the run again with another file, and gives
 * up where that comes to another number of glyphs.
 */
export const runsOf = (text: string): readonly string[] => text.match(byFile) ?? []
