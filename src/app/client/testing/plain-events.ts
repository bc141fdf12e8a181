/**
 * The events of a whole stream, read as the HTML standard puts it and as plainly as can be: what a faster reader must come to,
 * however the bytes are cut.
 */
export function plainEvents(bytes: Uint8Array): [name: string, data: string][] {
  const text = new TextDecoder().decode(bytes)
  // What stands behind the last line end is no line.
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1)
  const events: [string, string][] = []
  let name = ''
  let data: string[] = []
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) events.push([name || 'message', data.join('\n')])
      name = ''
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'event') name = value
  }
  return events
}
