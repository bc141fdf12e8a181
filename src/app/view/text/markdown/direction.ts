import type { Block } from './block.ts'

/** Characters that are looked at: a text that begins with more without a letter has no direction. */
const most = 400

const letter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u

/**
 * The direction of a block by the first letter of its source, as `dir="auto"` finds it; undefined where that has not come. For what is
 * around other blocks: with `dir="auto"` the browser would search all of it for each word that comes, and would skip what says its own direction.
 */
export function directionOf(block: Block): 'ltr' | 'rtl' | undefined {
  switch (block.kind) {
    case 'rule':
      return undefined
    case 'code':
      return 'ltr'
    case 'table':
      return directionIn(block.rows[0] ?? '')
    case 'paragraph':
    case 'heading':
    case 'html':
      return directionIn(block.text)
    default: {
      const first = block.children.find(({ kind }) => kind !== 'rule')
      return first && directionOf(first)
    }
  }
}

function directionIn(text: string): 'ltr' | 'rtl' | undefined {
  const first = letter.exec(text.slice(0, most))?.[0]
  if (first === undefined) return undefined
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}
