import type { Call } from './call.ts'
import { quoted } from './quote.ts'

/** What to do with one `event` of a stream, by the endpoint. */
export function onEvent({ endpoint, saveAs }: Call): readonly string[] {
  if (endpoint === 'responses')
    return [
      "if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)",
      'else if (/^error$|failed|incomplete/.test(event.type)) console.error(event)',
    ]
  if (endpoint.startsWith('images.'))
    return [
      `if (event.type.endsWith('.completed')) await writeFile(${quoted(saveAs)}, Buffer.from(event.b64_json, 'base64'))`,
    ]
  if (endpoint === 'audio.speech')
    return [
      `if (event.type === 'speech.audio.delta') await appendFile(${quoted(saveAs)}, Buffer.from(event.audio, 'base64'))`,
    ]
  if (endpoint === 'audio.transcriptions')
    return ["if (event.type === 'transcript.text.delta') process.stdout.write(event.delta)"]
  return ['console.log(event)']
}

/** What to do with a whole JSON reply in `result`. */
export function onResult({ endpoint, saveAs }: Call): readonly string[] {
  if (!endpoint.startsWith('images.')) return ['console.log(JSON.stringify(result, null, 2))']
  const [stem, extension] = saveAs.split('.')
  return [
    'for (const [index, image] of result.data.entries()) {',
    `  const name = \`${stem}-\${index + 1}.${extension}\``,
    "  if (image.b64_json) await writeFile(name, Buffer.from(image.b64_json, 'base64'))",
    '  console.log(image.b64_json ? name : image.url)',
    '}',
  ]
}

/** The import of what `lines` use of `node:fs/promises`. */
export function fileImports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  const used = ['appendFile', 'readFile', 'writeFile'].filter((name) => text.includes(`await ${name}(`))
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from 'node:fs/promises'`]
}

/** A multipart body as `form`. */
export function formLines({ body }: Call, name: (file: string) => string): readonly string[] {
  if (body.kind !== 'multipart') return []
  return [
    'const form = new FormData()',
    ...body.parts.map((part) => {
      const start = `form.append(${quoted(part.name)}, `
      if (part.kind === 'text') return `${start}${quoted(part.value)})`
      const { file } = part
      const blob = `new Blob([await readFile(${quoted(name(file.name))})], { type: ${quoted(file.type)} })`
      return `${start}${blob}, ${quoted(file.name)})`
    }),
    '',
  ]
}

export const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? line : `  ${line}`))
