import * as z from 'zod/mini'
import { routes } from '#contract/routes.ts'
import { reasoningFields } from '../../upstream/chat/chat-messages.ts'
import { limitFields } from '../../upstream/chat/chat-request.ts'
import { providerKinds, textApis } from '../../upstream/provider-config.ts'

/** Names that have to do with secrets, whether or not what they name is one: `x-api-key`, but also `x-portkey-provider`. */
export const secretName = /authorization|cookie|key|token|secret|password/i

/** Names of which the whole text is the secret. */
const credentialName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|[-_])(api[-_]?key|token|secret|password|passwd)$|^key$/i

/** How the keys of well-known services begin, an authorization scheme with its credentials, and a JSON Web Token, anywhere in a text. */
const knownForms =
  /(^|[^\w-])((sk|pk|rk|gsk|xai|pb|hf|r8|gh[opsu]|github_pat|glpat|xox[abp])[-_](?=[\w-]*\d)[\w-]{12,}|(AIza|AKIA)\w{12,}|eyJ[\w-]{8,}\.[\w.-]+|(bearer|basic|token) +(?=\S*[\d=])[\w+/=.~-]{8,})/i

/** Words, a number, or nothing: `dummy`, `not-needed`, `4096`. */
const plain = /^([a-z]*([-_ .][a-z]+)*|\d{1,6})$/i

/** A piece without separators of 16 characters or more in which letters and digits alternate, as words and dates have none; or a UUID. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return true
  return text.split(/[^A-Za-z0-9]/).some((piece) => piece.length >= 16 && /\d/.test(piece) && /[a-z]/i.test(piece))
}

/** Whether a header or query text seems to be a secret, by its form, or by its name where that leaves little doubt. */
export function looksSecret(name: string, text: string): boolean {
  if (knownForms.test(text)) return true
  if (credentialName.test(name)) return !plain.test(text)
  return secretName.test(name) && isRandom(text)
}

/** A header of our own requests, which the configuration must not set. */
const ownHeaders = /^(host|connection|content-(type|length|encoding)|transfer-encoding|accept-encoding|expect)$/i

const said = (description: string) => z.meta({ description })
const option = <T extends z.ZodMiniType>(schema: T, description: string) => z.optional(schema.check(said(description)))
const fits = (pattern: RegExp, problem: string) => z.regex(pattern, problem)

const httpUrl = z.refine<string>((text) => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return `${username}${password}${search}${hash}` === ''
}, 'Must be an http or https address without a name, a query or a fragment.')

const loopback = z.refine<string>((text) => {
  const { hostname, pathname } = URL.canParse(text) ? new URL(text) : { hostname: '', pathname: '' }
  return /^http:\/\//i.test(text) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && pathname === '/'
}, 'Must be an http address of this machine without a path, such as http://127.0.0.1:11434.')

/** Names go into headers, log lines and lists. */
const oneLine = fits(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'Must be one line of text, without control characters.')

const variable = () => z.string().check(fits(/^[A-Za-z_]\w*$/, 'Must be the name of an environment variable.'))

/** A text, or where it stands. */
const textOrVariable = z.union([
  z.string().check(fits(/^[\x20-\x7e]*$/, 'Must be printable ASCII.')),
  z.strictObject({ env: variable().check(said('The environment variable that holds the text.')) }),
])

const notKept =
  'This looks like a key. Keys are not kept in this file: use keyEnv, keyFile, or { "env": "NAME_OF_A_VARIABLE" } as the value.'

/** Texts by name. Those that look like secrets must come from the environment. */
const texts = (description: string) =>
  z
    .record(
      z.string().check(
        fits(/^[\w.!#$%&'*+^`|~-]+$/, 'Must be a header name.'),
        z.refine((name) => !ownHeaders.test(name), 'This header is set by the router itself.'),
      ),
      textOrVariable,
    )
    .check(said(description), ({ value, issues }) => {
      for (const [name, text] of Object.entries(value)) {
        if (typeof text !== 'string' || !looksSecret(name, text)) continue
        issues.push({ code: 'custom', message: notKept, input: text, path: [name] })
      }
    })

const patterns = (description: string) => option(z.array(z.string().check(oneLine)), description)
const some = (description: string) => option(z.int().check(z.gte(1), z.lte(1_000_000)), description)

const Provider = z.strictObject({
  id: z.string().check(
    fits(/^[a-z][a-z0-9._-]{0,31}$/, 'Must be 1 to 32 of a-z, 0-9, ".", "_" and "-", with a letter first.'),
    z.refine((id) => id !== 'sandbox', 'Must not be sandbox, which is the built-in one.'),
    said('Shown as the owner of its models, and sent as x-router-provider.'),
  ),
  kind: option(z.enum(providerKinds), 'The API that it speaks; openai by default.'),
  baseUrl: z.string().check(httpUrl, z.meta({ description: 'Its base URL, usually ending in /v1.', format: 'uri' })),
  keyEnv: option(variable(), 'The environment variable that holds its key.'),
  keyFile: option(
    z.string().check(z.minLength(1)),
    'The file that holds its key and nothing else, mode 0600; relative to this file’s folder.',
  ),
  keyHeader: option(
    z.string().check(fits(/^[\w-]+$/, 'Must be a header name.')),
    'The header that holds the bare key, such as api-key for Azure. Authorization: Bearer by default.',
  ),
  headers: z.optional(texts('Extra headers of every request.')),
  query: z.optional(texts('Added to every address, such as api-version for Azure.')),
  api: option(z.enum(textApis), 'The route for text. auto, the default, detects which one the server supports.'),
  chat: option(
    z.strictObject({
      limitField: option(z.enum(limitFields), 'Its name for max_output_tokens; max_tokens by default.'),
      reasoningField: option(
        z.literal(reasoningFields),
        'The field in which earlier reasoning is sent back; reasoning_content by default, null for servers that refuse it.',
      ),
    }),
    'How its chat completions differ from the standard.',
  ),
  include: patterns(
    'Which of its models are offered under their own ids; * stands for any characters. All by default.',
  ),
  exclude: patterns('Which of these are excluded.'),
  models: patterns('Model ids, for a provider whose own list is missing or wrong. That list is then not requested.'),
  limits: option(
    z.strictObject({
      requestsPerMinute: some('Paid requests per minute.'),
      concurrent: some('Paid requests at once.'),
    }),
    'Its limits. A request beyond them goes to the next provider, or is refused with a 429.',
  ),
})

const capabilities = [
  ...Object.values(routes).flatMap(({ id, paid }) => (paid ? [id] : [])),
  ...(['streaming', 'masks', 'edits'] as const),
]

const price = () => z.optional(z.union([z.string().check(z.minLength(1)), z.number()]))

const Model = z.strictObject({
  id: z.string().check(oneLine, z.maxLength(200), said('What clients send as model.')),
  name: option(z.string().check(oneLine), 'The display name.'),
  description: option(z.string(), 'One sentence about it.'),
  capabilities: option(
    z.array(z.enum(capabilities)),
    'What it can do: endpoints, and streaming, masks and edits. What the provider reports by default.',
  ),
  limits: option(z.record(z.string(), z.number()), 'Limits by name, such as context_length and max_output_tokens.'),
  pricing: option(z.strictObject({ api: price(), agent: price() }), 'Price labels in cauris, shown as they are.'),
  providers: z
    .array(
      z.strictObject({
        provider: z
          .string()
          .check(said('The id of a provider, or of a server on this machine: ollama, lm-studio, llama.cpp, vllm …')),
        model: z.string().check(oneLine, said('The provider’s name for the model.')),
      }),
    )
    .check(
      z.minLength(1),
      said('Where to send it, in order. The next one is used only if the previous one did not accept the request.'),
    ),
  fallbackOnUnknown: option(
    z.boolean(),
    'Also try the next provider when the previous one may have accepted the request. This may be billed twice.',
  ),
})

/** The configuration file. Unknown keys are errors: a misspelt one would otherwise pass in silence. */
export const ConfigFile = z.strictObject({
  $schema: option(z.string(), 'The address of this schema, for editors.'),
  providers: option(
    z.array(Provider),
    'Tried in this order, followed by providers whose keys are in the environment, unless their id or key is used here.',
  ),
  models: option(z.array(Model), 'Models under custom ids, which take precedence over the ids that providers list.'),
  localServers: option(
    z.union([
      z.boolean(),
      z.array(z.strictObject({ name: z.string().check(oneLine), url: z.string().check(loopback) })),
    ]),
    'Whether to look for model servers on this machine, or at which addresses. By default, at their usual ports.',
  ),
  sandbox: option(z.boolean(), 'Whether the synthetic models are offered; they are by default.'),
})
export type ConfigFile = z.infer<typeof ConfigFile>

export function configSchema(): object {
  return { title: 'Patchbay configuration', ...z.toJSONSchema(ConfigFile, { io: 'input', target: 'draft-7' }) }
}
