import type { SnippetCall } from './call.ts'
import { quoted } from './literal.ts'

/** Code around the loop over a stream's events, and for each `event` inside it. */
export interface EventCode {
  readonly before: readonly string[]
  readonly each: readonly string[]
  readonly after: readonly string[]
}

/** Prints a failure and sets the exit code to 1; files written before it are kept. */
const failure = 'if (/^(.+\\.)?(error|failed)$/.test(event.type) || event.error) {'

/** The code for a stream of events, by endpoint. */
export function javascriptEvents(call: SnippetCall): EventCode {
  const isPictures = call.endpoint.startsWith('images.')
  return {
    before: isPictures
      ? ['let count = 0']
      : call.endpoint === 'audio.speech'
        ? [`await writeFile(${quoted(call.saveAs)}, '')`]
        : [],
    each: [...onEvent(call), failure, '  console.error(event)', '  process.exitCode = 1', '}'],
    after: isPictures
      ? ['if (count === 0) {', "  console.error('No image in the reply.')", '  process.exitCode = 1', '}']
      : [],
  }
}

function onEvent({ endpoint, vocabulary, saveAs }: SnippetCall): readonly string[] {
  if (vocabulary === 'response')
    return [
      "if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)",
      "if (event.type === 'response.output_item.done') {",
      ...indented(javascriptCall('event.item')),
      '}',
      "if (event.type === 'response.incomplete') console.error(event.response.incomplete_details)",
    ]
  if (endpoint.startsWith('images.'))
    return [
      "if (event.type?.endsWith('.completed')) {",
      '  count += 1',
      ...indented(saveImage(saveAs, 'event', 'count')),
      '}',
    ]
  if (endpoint === 'audio.speech')
    return [
      `if (event.type === 'speech.audio.delta') await appendFile(${quoted(saveAs)}, Buffer.from(event.audio, 'base64'))`,
    ]
  if (endpoint === 'audio.transcriptions')
    return ["if (event.type === 'transcript.text.delta') process.stdout.write(event.delta)"]
  return ['console.log(event)']
}

function saveImage(saveAs: string, image: string, number: string): readonly string[] {
  const [stem, extension] = saveAs.split('.')
  return [
    `const name = \`${stem}-\${${number}}.${extension}\``,
    `if (${image}.b64_json) await writeFile(name, Buffer.from(${image}.b64_json, 'base64'))`,
    `console.log(${image}.b64_json ? name : ${image}.url)`,
  ]
}

export const javascriptCall = (item: string): readonly string[] => [
  `if (${item}.type === 'function_call') console.log(\`\${${item}.name}(\${${item}.arguments})\`)`,
  `if (${item}.type === 'custom_tool_call') console.log(\`\${${item}.name}(\${${item}.input})\`)`,
]

function saveVoices(saveAs: string): readonly string[] {
  const [stem, extension] = saveAs.split('.')
  return [
    'for (const [index, voice] of (result.previews ?? []).entries()) {',
    `  const name = \`${stem}-\${index + 1}.${extension}\``,
    "  const sound = voice.audio_base_64 ?? voice.audio_base64 ?? ''",
    "  if (sound !== '') await writeFile(name, Buffer.from(sound, 'base64'))",
    '  console.log(voice.generated_voice_id, name)',
    '}',
  ]
}

export function javascriptResult({ endpoint, saveAs }: SnippetCall): readonly string[] {
  if (endpoint === 'audio.voice-design') return saveVoices(saveAs)
  if (!endpoint.startsWith('images.')) return ['console.log(JSON.stringify(result, null, 2))']
  return [
    'for (const [index, image] of result.data.entries()) {',
    ...indented(saveImage(saveAs, 'image', 'index + 1')),
    '}',
  ]
}

/** The import of the functions of `node:fs/promises` that `lines` use. */
export function fileImports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  const used = ['appendFile', 'readFile', 'writeFile'].filter((name) => text.includes(`await ${name}(`))
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from 'node:fs/promises'`]
}

export function formLines({ body }: SnippetCall, name: (file: string) => string): readonly string[] {
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
