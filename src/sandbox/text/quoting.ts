/** The first line of every text of the sandbox, followed by a blank line. */
export const label = '*Sandbox: synthetic output.*\n\n'

/** Untrusted text as a Markdown block quote, truncated at `limit` characters. */
export function blockQuote(text: string, limit = 600): string {
  return cutAt(text.trim(), limit)
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/**
 * Untrusted text as inline code on one line, safe inside a table. A table cell has no escape for a bar after a backslash, so such a bar
 * is replaced by a box-drawing character.
 */
export function inlineCode(text: string, limit = 80): string {
  const line = cutAt(text.replaceAll(/\s+/g, ' ').trim(), limit).replaceAll('\\|', '\\│').replaceAll('|', '\\|')
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const room = longest > 0 || line === '' ? ' ' : ''
  return `${fence}${room}${line}${room}${fence}`
}

function cutAt(text: string, limit: number): string {
  const characters = [...text.slice(0, 2 * limit + 2)]
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('')
}
