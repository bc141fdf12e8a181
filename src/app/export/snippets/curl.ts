import type { SentPart } from '../../run/history/run-record-schema.ts'
import { ExportError } from '../export-error.ts'
import { localName } from '../file-name.ts'
import { completedWords, failedWords, keyVariable, type SnippetCall, type WaitedJob } from './call.ts'
import { jsonText, shellWord } from './literal.ts'

/** A single argument may be 128 kB long on Linux. */
const longestArgument = 100_000

const authorization = `-H "Authorization: Bearer $${keyVariable}"`

/** The request as a curl command, for bash and zsh. Files are read from the folder it runs in. */
export function curl(call: SnippetCall): string {
  if (call.job) return jobScript(call, call.job)
  if (call.reply === 'events') return eventScript(call)
  const whole = call.reply === 'json' ? mediaStem(call) : undefined
  const target = whole === undefined ? call.saveAs : `${whole}.json`
  const output = call.reply === 'bytes' || whole !== undefined ? [`--output ${shellWord(target)}`] : []
  return `${command(call, output)}\n`
}

/** The name for replies whose media are base64, too long for a terminal. */
function mediaStem({ endpoint, stem }: SnippetCall): string | undefined {
  if (endpoint.startsWith('images.')) return 'images'
  const hasSound = endpoint.startsWith('audio.') && endpoint !== 'audio.transcriptions' && endpoint !== 'audio.dubbing'
  return hasSound ? stem : undefined
}

/** Pattern of a failure in a line of a stream. In a variable, since bash and zsh parse a literal differently. */
const failures = `failures='^event: *error|"type": *"(error|[a-z_]+\\.failed)"|^data: *\\{ *"error": *\\{'`

/** Exits with 1 where the stream contains an error event; for curl alone such a stream is a success. */
function eventScript(call: SnippetCall): string {
  const stem = mediaStem(call)
  if (stem !== undefined)
    return `# All events, with their ${stem === 'images' ? 'pictures' : 'sound'} as base64, go to ${stem}.sse.
(
${failures}
${command(call, [`--output ${stem}.sse`], ` && ! grep -E "$failures" ${stem}.sse >&2`)}
)
`
  return `(
set -o pipefail
${failures}
${command(call, [], ' | {')}
  failed=0
  while IFS= read -r line; do
    printf '%s\\n' "$line"
    if [[ $line =~ $failures ]]; then failed=1; fi
  done
  exit $failed
}
)
`
}

/** `then` is appended to the command's last line, before a here-document. */
function command(call: SnippetCall, more: readonly string[], then = ''): string {
  const { args, document } = bodyOf(call)
  const words = [
    `curl -sS --fail-with-body${call.reply === 'events' ? ' -N' : ''}${/[[\]{}]/.test(call.url) ? ' -g' : ''} ${shellWord(call.url)}`,
    ...(call.method === 'GET' || call.body.kind !== 'none' ? [] : [`-X ${shellWord(call.method)}`]),
    ...(call.hasKey ? [authorization] : []),
    ...call.headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...args,
    ...more,
  ]
  return words.join(' \\\n  ') + (document === undefined ? then : ` <<'JSON'${then}\n${document}\nJSON`)
}

function bodyOf({ body }: SnippetCall): { readonly args: readonly string[]; readonly document?: string } {
  if (body.kind === 'none') return { args: [] }
  if (body.kind === 'multipart') return { args: body.parts.map(form) }
  const json = jsonText(body.value)
  if (new TextEncoder().encode(json).length < longestArgument) return { args: [`--data-raw ${shellWord(json)}`] }
  // No line of a JSON text consists of the word JSON alone.
  return { args: ['--data-binary @-'], document: json }
}

function form(part: SentPart): string {
  if (/[=\0]/.test(part.name))
    throw new ExportError(`cURL cannot send a part of the name ${JSON.stringify(part.name)}.`)
  if (part.kind === 'text') return `--form-string ${shellWord(`${part.name}=${part.value}`)}`
  const { name, type } = part.file
  const path = localName(name)
  const typed = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `;type=${type}` : ''
  const named = path === name ? '' : `;filename="${name.replace(/\p{Cc}/gu, '_').replace(/["\\]/g, '\\$&')}"`
  return `-F ${shellWord(`${part.name}=@"${path}"${typed}${named}`)}`
}

/**
 * Waits for a job in a subshell, so that `exit` does not close the terminal. `--retry` repeats reads only, and keeps to Retry-After; they are
 * without `--fail-with-body`, which would write the text of an error into the file of a result, and that of each attempt into `$next`.
 */
function jobScript(call: SnippetCall, job: WaitedJob): string {
  const { name, what, setup, printId, poll, save } =
    job.address === undefined ? videoParts(call, job) : dubParts(call, job)
  return `# Creates the ${what}. Needs bash and jq.
(
stop() { echo "$${name}" >&2; exit 1; }
state() { jq -r '.${job.state} | ascii_downcase' <<<"$${name}"; }
${setup}
completed='${completedWords}'
failed='${failedWords}'
${name}=$(${command(call, [])}
) || stop
${printId}
pause=2
while ! [[ $(state) =~ $completed ]]; do
  if [[ $(state) =~ $failed ]]; then stop; fi
  sleep $pause
  pause=$((pause < 15 ? pause + 1 : 15))
  next=$(${poll}) || exit
  ${name}=\${next:-$${name}}
  jq -r '"\\(.${job.state}) \\(.progress // "")"' <<<"$${name}"
done
${save}
)
`
}

function videoParts(call: SnippetCall, { id }: WaitedJob) {
  const get = (path: string) => `curl -sSf --retry 5 "$base/videos/$id${path}"${call.hasKey ? ` ${authorization}` : ''}`
  return {
    ...{ name: 'video', what: 'video, waits for it, downloads it' },
    setup: `base=${shellWord(call.baseUrl)}`,
    printId: `id=$(jq -r '.${id} | @uri' <<<"$video") || stop\necho "$id"`,
    poll: get(''),
    save: `${get('/content')} --output ${shellWord(call.saveAs)}`,
  }
}

/** A job that is read at the addresses that its router names: each result is a file of its own. */
function dubParts(call: SnippetCall, { id, address }: WaitedJob) {
  const read = 'curl -sSf --retry 5 "$@"'
  // The key is for the router alone.
  const get = call.hasKey ? `if [[ $1 == "$origin"/* ]]; then ${read} ${authorization}; else ${read}; fi` : read
  return {
    ...{ name: 'job', what: 'dub, waits for it, downloads each language' },
    setup: `get() { if [[ $1 == /* ]]; then set -- "$origin$@"; fi; ${get}; }
origin=${shellWord(new URL(call.baseUrl).origin)}`,
    printId: `jq -r '.${id}' <<<"$job" || stop`,
    poll: `get "$(jq -r '.${address}' <<<"$job")"`,
    save: `jq -r '.result_urls // {} | to_entries[] | "\\(.key) \\(.value)"' <<<"$job" | while read -r name url; do
  get "$url" --output "${call.stem}_$name.${call.extension}" || exit
done`,
  }
}
