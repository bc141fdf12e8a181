import type { Call } from './call.ts'
import { quoted } from './quote.ts'

/** What to do with one `event` (a dict) of a stream, by the endpoint. */
export function onEvent({ endpoint, saveAs }: Call): readonly string[] {
  const save = (type: string, field: string, mode: string) => [
    `if event.get("type", "").endswith("${type}"):`,
    `    with open(${quoted(saveAs)}, "${mode}") as file:`,
    `        file.write(base64.b64decode(event["${field}"]))`,
  ]
  const print = (type: string) => [
    `if event.get("type") == "${type}":`,
    '    print(event["delta"], end="", flush=True)',
  ]
  if (endpoint === 'responses')
    return [
      ...print('response.output_text.delta'),
      'elif event.get("type") in ("error", "response.failed", "response.incomplete"):',
      '    print(event, file=sys.stderr)',
    ]
  if (endpoint.startsWith('images.')) return save('.completed', 'b64_json', 'wb')
  if (endpoint === 'audio.speech') return save('speech.audio.delta', 'audio', 'ab')
  if (endpoint === 'audio.transcriptions') return print('transcript.text.delta')
  return ['print(event)']
}

/** What to do with a whole JSON reply in `result` (a dict). */
export function onResult({ endpoint, saveAs }: Call): readonly string[] {
  if (!endpoint.startsWith('images.')) return ['print(json.dumps(result, indent=2, ensure_ascii=False))']
  const [stem, extension] = saveAs.split('.')
  return [
    'for index, image in enumerate(result["data"], 1):',
    '    if image.get("b64_json"):',
    `        with open(f"${stem}-{index}.${extension}", "wb") as file:`,
    '            file.write(base64.b64decode(image["b64_json"]))',
    '    else:',
    '        print(image.get("url"))',
  ]
}

/** The imports of the standard library that `lines` use. */
export function imports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  return ['base64', 'json', 'os', 'sys', 'time']
    .filter((name) => text.includes(`${name}.`))
    .map((name) => `import ${name}`)
}

export const deeper = (lines: readonly string[], by = 4) => lines.map((line) => ' '.repeat(by) + line)
