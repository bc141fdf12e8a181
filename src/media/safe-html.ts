const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

export const withEntities = (text: string): string => text.replace(/[&<>"']/g, (one) => entities.get(one) ?? one)

/** A text with U+FFFD in place of controls, marks of writing direction and lone surrogates. */
export const visible = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are replaced.
    /[\p{Surrogate}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu,
    '\ufffd',
  )

/** A text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => withEntities(visible(text))

/** The beginning of a page up to its title. What the page holds can run no script and load nothing. */
export const offlinePageHead = (style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<style>${style}</style>
`

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
