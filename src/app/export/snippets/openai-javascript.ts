import type { SentFile } from '../../run/history/run-record-schema.ts'
import { localName } from '../file-name.ts'
import { keyVariable, type SnippetCall, type WaitedJob } from './call.ts'
import {
  fileImports,
  formLines,
  indented,
  javascriptCall,
  javascriptEvents,
  javascriptResult,
  javascriptWait,
  pollAndSave,
} from './fetch-typescript.ts'
import { javascript, literal, quoted } from './literal.ts'
import { type Param, type Params, sdkCallOf } from './sdk-call.ts'

/** The request with the `openai` package for JavaScript, as a module for Node. */
export function openaiJavascript(call: SnippetCall): string {
  const sdk = sdkCallOf(call)
  const asked = sdk ? `client.${sdk.name}(${object(sdk.params)})` : byPath(call)
  const lines = [...(sdk ? [] : formLines(call, localName)), ...receive(call, asked, sdk !== undefined)]
  const toFile = lines.join('\n').includes('await toFile(') ? ', { toFile }' : ''
  return [
    ...fileImports(lines),
    `import OpenAI${toFile} from 'openai'`,
    '',
    'const client = new OpenAI({',
    `  apiKey: process.env.${keyVariable},`,
    `  baseURL: ${quoted(call.baseUrl)},`,
    '  maxRetries: 0,',
    '})',
    ...lines,
    '',
  ].join('\n')
}

function object(params: Params): string {
  if (params.length === 0) return '{}'
  return `{\n${params.map(([name, param]) => `  ${javascript.entry(name, write(param))},\n`).join('')}}`
}

function write(param: Param): string {
  if (param.kind === 'value') return literal(param.value, javascript, 2)
  if (param.kind === 'file') return file(param.file)
  return `[\n${param.items.map((item) => `    ${write(item)},\n`).join('')}  ]`
}

const file = ({ name, type }: SentFile) =>
  `await toFile(await readFile(${quoted(localName(name))}), ${quoted(name)}, { type: ${quoted(type)} })`

function byPath(call: SnippetCall): string {
  const { body, method, path } = call
  const options = [
    ...(body.kind === 'json' ? [`body: ${literal(body.value, javascript, 2)}`] : []),
    ...(body.kind === 'multipart' ? ['body: form'] : []),
    ...(call.reply === 'events' ? ['stream: true'] : []),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line},\n`).join('')}}`
  return `client.${method === 'GET' ? 'get' : 'post'}(${quoted(path)}${given})`
}

function receive(call: SnippetCall, asked: string, isMethod: boolean): readonly string[] {
  // With `fetch`: the SDK would send the key to any address.
  if (call.job?.address) return pollAndSave(call, call.job, asked)
  if (call.job) return pollAndDownload(call, call.job, asked)
  if (call.reply === 'events') {
    const head = [`const stream = await ${asked}`, 'for await (const event of stream) {']
    return ['', ...javascriptEvents(call, (each) => [...head, ...indented(each), '}'])]
  }
  if (call.reply === 'bytes')
    return [
      '',
      `const response = await ${asked}${isMethod ? '' : '.asResponse()'}`,
      `await writeFile(${quoted(call.saveAs)}, Buffer.from(await response.arrayBuffer()))`,
    ]
  if (call.vocabulary === 'response' && isMethod)
    return [
      '',
      `const response = await ${asked}`,
      'if (response.output_text) console.log(response.output_text)',
      'for (const item of response.output) {',
      ...indented(javascriptCall('item')),
      '}',
    ]
  if (call.reply === 'text') return ['', `console.log(await ${asked})`]
  return ['', `const result = await ${asked}`, ...javascriptResult(call)]
}

/** Reads are free, so the SDK may repeat them. */
function pollAndDownload({ saveAs }: SnippetCall, job: WaitedJob, asked: string): readonly string[] {
  return [
    '',
    `let video = await ${asked}`,
    ...javascriptWait(job, ['video = (await client.videos.retrieve(id, { maxRetries: 5 })) || video']),
    'const content = await client.videos.downloadContent(id, {}, { maxRetries: 5 })',
    `await writeFile(${quoted(saveAs)}, Buffer.from(await content.arrayBuffer()))`,
  ]
}
