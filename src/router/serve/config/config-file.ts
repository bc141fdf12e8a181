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

const patterns = (description: string) => z.optional(z.array(z.string().check(oneLine)).check(said(description)))
const some = () => z.int().check(z.gte(1), z.lte(1_000_000))

const Provider = z.strictObject({
  id: z.string().check(
    fits(/^[a-z][a-z0-9._-]{0,31}$/, 'Must be 1 to 32 of a-z, 0-9, ".", "_" and "-", with a letter first.'),
    z.refine((id) => id !== 'sandbox', 'Must not be sandbox, which is the built-in one.'),
    said('Shown as the owner of its models, and sent as x-router-provider.'),
  ),
  kind: z.optional(z.enum(providerKinds).check(said('The API that it speaks; openai by default.'))),
  baseUrl: z.string().check(httpUrl, z.meta({ description: 'Its base URL, usually ending in /v1.', format: 'uri' })),
  keyEnv: z.optional(variable().check(said('The environment variable that holds its key.'))),
  keyFile: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        said('The file that holds its key and nothing else, mode 0600; relative to this file’s folder.'),
      ),
  ),
  keyHeader: z.optional(
    z
      .string()
      .check(
        fits(/^[\w-]+$/, 'Must be a header name.'),
        said('The header that holds the bare key, such as api-key for Azure. Authorization: Bearer by default.'),
      ),
  ),
  headers: z.optional(texts('Extra headers of every request.')),
  query: z.optional(texts('Added to every address, such as api-version for Azure.')),
  api: z.optional(
    z.enum(textApis).check(said('The route for text. auto, the default, detects which one the server supports.')),
  ),
  chat: z.optional(
    z
      .strictObject({
        limitField: z.optional(
          z.enum(limitFields).check(said('Its name for max_output_tokens; max_tokens by default.')),
        ),
        reasoningField: z.optional(
          z
            .literal(reasoningFields)
            .check(
              said(
                'The field in which earlier reasoning is sent back; reasoning_content by default, null for servers that refuse it.',
              ),
            ),
        ),
      })
      .check(said('How its chat completions differ from the standard.')),
  ),
  include: patterns(
    'Which of its models are offered under their own ids; * stands for any characters. All by default.',
  ),
  exclude: patterns('Which of these are excluded.'),
  models: patterns('Model ids, for a provider whose own list is missing or wrong. That list is then not requested.'),
  limits: z.optional(
    z
      .strictObject({
        requestsPerMinute: z.optional(some().check(said('Paid requests per minute.'))),
        concurrent: z.optional(some().check(said('Paid requests at once.'))),
      })
      .check(said('Its limits. A request beyond them goes to the next provider, or is refused with a 429.')),
  ),
})

const capabilities = [
  ...Object.values(routes).flatMap(({ id, paid }) => (paid ? [id] : [])),
  'streaming',
  'masks',
  'edits',
] as const

const price = () => z.union([z.string().check(z.minLength(1)), z.number()])

const Model = z.strictObject({
  id: z.string().check(oneLine, z.maxLength(200), said('What clients send as model.')),
  name: z.optional(z.string().check(oneLine, said('The display name.'))),
  description: z.optional(z.string().check(said('One sentence about it.'))),
  capabilities: z.optional(
    z
      .array(z.enum(capabilities))
      .check(said('What it can do: endpoints, and streaming, masks and edits. What the provider reports by default.')),
  ),
  limits: z.optional(
    z.record(z.string(), z.number()).check(said('Limits by name, such as context_length and max_output_tokens.')),
  ),
  pricing: z.optional(
    z
      .strictObject({ api: z.optional(price()), agent: z.optional(price()) })
      .check(said('Price labels in cauris, shown as they are.')),
  ),
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
  fallbackOnUnknown: z.optional(
    z
      .boolean()
      .check(
        said(
          'Also try the next provider when the previous one may have accepted the request. This may be billed twice.',
        ),
      ),
  ),
})

/** The configuration file. Unknown keys are errors: a misspelt one would otherwise pass in silence. */
export const ConfigFile = z.strictObject({
  $schema: z.optional(z.string().check(said('The address of this schema, for editors.'))),
  providers: z.optional(
    z
      .array(Provider)
      .check(
        said(
          'Tried in this order, followed by providers whose keys are in the environment, unless their id or key is used here.',
        ),
      ),
  ),
  models: z.optional(
    z.array(Model).check(said('Models under custom ids, which take precedence over the ids that providers list.')),
  ),
  localServers: z.optional(
    z
      .union([
        z.boolean(),
        z.array(z.strictObject({ name: z.string().check(oneLine), url: z.string().check(loopback) })),
      ])
      .check(
        said(
          'Whether to look for model servers on this machine, or at which addresses. By default, at their usual ports.',
        ),
      ),
  ),
  sandbox: z.optional(z.boolean().check(said('Whether the synthetic models are offered; they are by default.'))),
})
export type ConfigFile = z.infer<typeof ConfigFile>

/** The JSON Schema of the configuration file, for editors. */
export function configSchema(): object {
  return { title: 'Patchbay configuration', ...z.toJSONSchema(ConfigFile, { io: 'input', target: 'draft-7' }) }
}
