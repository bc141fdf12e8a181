import type { SnippetCall } from './call.ts'
import type { EventCode } from './javascript-reply.ts'
import { quoted } from './literal.ts'

/** The code for a stream of events, by endpoint, each `event` a dict. A failure is printed and the program exits with 1 at the end. */
export function pythonEvents(call: SnippetCall): EventCode {
  const isPictures = call.endpoint.startsWith('images.')
  return {
    before: [
      'failed = False',
      ...(isPictures ? ['count = 0'] : []),
      ...(call.endpoint === 'audio.speech' ? [`open(${quoted(call.saveAs)}, "wb").close()`] : []),
    ],
    each: [
      'kind = event.get("type") or ""',
      ...onEvent(call),
      'if kind.split(".")[-1] in ("error", "failed") or event.get("error"):',
      '    print(event, file=sys.stderr)',
      '    failed = True',
    ],
    after: [
      ...(isPictures ? ['if count == 0:', '    sys.exit("No image in the reply.")'] : []),
      'if failed:',
      '    sys.exit(1)',
    ],
  }
}

const printDelta = (type: string): readonly string[] => [
  `if kind == "${type}":`,
  '    print(event["delta"], end="", flush=True)',
]

function onEvent({ endpoint, vocabulary, saveAs }: SnippetCall): readonly string[] {
  if (vocabulary === 'response')
    return [
      ...printDelta('response.output_text.delta'),
      'if kind == "response.output_item.done":',
      '    item = event["item"]',
      ...deeper(pythonCall),
      'if kind == "response.incomplete":',
      '    print(event["response"].get("incomplete_details"), file=sys.stderr)',
    ]
  if (endpoint.startsWith('images.'))
    return ['if kind.endswith(".completed"):', '    count += 1', ...deeper(saveImage(saveAs, 'event', 'count'))]
  if (endpoint === 'audio.speech')
    return [
      'if kind == "speech.audio.delta":',
      `    with open(${quoted(saveAs)}, "ab") as file:`,
      '        file.write(base64.b64decode(event["audio"]))',
    ]
  if (endpoint === 'audio.transcriptions') return printDelta('transcript.text.delta')
  return ['print(event)']
}

function saveImage(saveAs: string, image: string, number: string): readonly string[] {
  const [stem, extension] = saveAs.split('.')
  return [
    `if ${image}.get("b64_json"):`,
    `    with open(f"${stem}-{${number}}.${extension}", "wb") as file:`,
    `        file.write(base64.b64decode(${image}["b64_json"]))`,
    `    print(f"${stem}-{${number}}.${extension}")`,
    'else:',
    `    print(${image}.get("url"))`,
  ]
}

export const pythonCall: readonly string[] = [
  'if item.get("type") in ("function_call", "custom_tool_call"):',
  "    print(f\"{item.get('name')}({item.get('arguments', item.get('input'))})\")",
]

function saveVoices(saveAs: string): readonly string[] {
  const [stem, extension] = saveAs.split('.')
  return [
    'for index, voice in enumerate(result.get("previews") or [], 1):',
    '    sound = voice.get("audio_base_64") or voice.get("audio_base64")',
    '    if sound:',
    `        with open(f"${stem}-{index}.${extension}", "wb") as file:`,
    '            file.write(base64.b64decode(sound))',
    `    print(voice.get("generated_voice_id"), f"${stem}-{index}.${extension}")`,
  ]
}

export function pythonResult({ endpoint, saveAs }: SnippetCall): readonly string[] {
  if (endpoint === 'audio.voice-design') return saveVoices(saveAs)
  if (!endpoint.startsWith('images.')) return ['print(json.dumps(result, indent=2, ensure_ascii=False))']
  return ['for index, image in enumerate(result["data"], 1):', ...deeper(saveImage(saveAs, 'image', 'index'))]
}

/** The imports of the standard library that `lines` use. */
export function imports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  return ['base64', 'json', 'os', 're', 'sys', 'time']
    .filter((name) => new RegExp(`\\b${name}\\.`).test(text))
    .map((name) => `import ${name}`)
}

export const deeper = (lines: readonly string[], by = 4) => lines.map((line) => ' '.repeat(by) + line)
