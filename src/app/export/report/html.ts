import { ownOf } from '#contract/core/loose-json.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (one) => ownOf(entities, one) ?? one)

/** A text with U+FFFD in place of controls and marks of writing direction. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are replaced.
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')

/** A text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => withEntities(visible(text))

/** HTML made by `html`. The type prevents unescaped strings in a page. */
export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Inside = string | number | SafeHtml | readonly SafeHtml[] | undefined | false

function inside(value: Inside): string {
  if (value === undefined || value === false) return ''
  if (value instanceof SafeHtml) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}

/** A template tag that escapes its values, except `SafeHtml`. */
export function html(strings: TemplateStringsArray, ...values: readonly Inside[]): SafeHtml {
  return new SafeHtml(
    strings.map((text, index) => text + (index < values.length ? inside(values[index]) : '')).join(''),
  )
}
