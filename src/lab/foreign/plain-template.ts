import { mapTexts } from '../cells.ts'
import type { Path } from '../rows/yaml-text.ts'
import type { Lose } from './foreign-set.ts'

const plainName = /^[\p{L}\p{N}_$-]+$/u

/**
 * The texts of a value with Nunjucks reduced to placeholders: comments go, filters go and are losses. Expressions and blocks are never run: they
 * stay as they are, and are losses.
 */
export function plainTemplate(value: unknown, path: Path, lose: Lose): unknown {
  return mapTexts(value, (text) => {
    for (const [block] of text.matchAll(/\{%[\s\S]*?%\}/g))
      lose(path, `template block ${block} not run: it stays in the text`, block)
    return text.replace(/\{#[\s\S]*?#\}/g, '').replace(/\{\{([^{}]*)\}\}/g, (mark, inside: string) => {
      const [name = '', ...filters] = inside.split('|').map((part) => part.trim())
      if (!plainName.test(name)) lose(path, `template expression ${mark} not filled`, mark)
      else if (filters.length > 0) lose(path, `template filter “${filters.join(' | ')}” not taken over`, mark)
      return plainName.test(name) ? `{{${name}}}` : mark
    })
  })
}
