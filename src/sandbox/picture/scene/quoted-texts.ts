import { isCovered } from './typesetting.ts'

const marks = [
  /"([^"\n]{1,80})"/gu,
  /[“„]([^“”„\n]{1,80})[”“]/gu,
  /«([^«»\n]{1,80})»/gu,
  // Between two letters it is an apostrophe.
  /(?<![\p{L}\p{N}])['‘]((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){1,80})['’](?![\p{L}\p{N}])/gu,
]

/** `a sign that says OPEN`: capitals need no marks. */
const said =
  /\b(?:says?|saying|reads?|reading|titled|labell?ed|the (?:words?|text|title))\s*:?\s+(\p{Lu}[\p{Lu}\p{N}&!?'’ -]*[\p{Lu}\p{N}!?])(?!\p{Ll})/gu

const most = 3

/** What a prompt puts in quotation marks to be written into the picture, as far as the font has its letters. */
export function quotedTexts(prompt: string): readonly string[] {
  const whole = prompt.trim().length
  const found = [...marks, said].flatMap((mark) =>
    // Who puts the whole prompt in marks quotes nothing.
    [...prompt.matchAll(mark)]
      .filter(([all]) => all.length < whole)
      .map(({ 1: text = '', index }) => ({ text, index })),
  )
  const texts = found.toSorted((a, b) => a.index - b.index).map(({ text }) => text.replace(/\s+/g, ' ').trim())
  return [...new Set(texts)].filter((text) => text !== '' && isCovered(text)).slice(0, most)
}

/** A prompt without what it quotes: that is to be written, not drawn. */
export const withoutQuotes = (prompt: string): string =>
  quotedTexts(prompt).reduce((left, text) => left.replace(text, ' '), prompt.replace(/\s+/g, ' '))
