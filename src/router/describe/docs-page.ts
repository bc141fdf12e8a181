import { html } from 'hono/html'
import { ownOf } from '#contract/core/loose-json.ts'
import { type Description, errorStatuses, fileExample, type Operation } from './openapi.ts'
import type { JsonSchema } from './request-schemas.ts'

export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly about: string
  /** Values that bind, or bounds. */
  readonly allowed: string
  /** Values that are known; others are accepted. */
  readonly known: readonly string[]
}

const values = (list: readonly unknown[] = []) =>
  list.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

/** The type in words: `string or null`, `array of object`. A reference is named. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.anyOf && schema.type === undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'string'
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ')
}

/** The schema, or the one member of its union that has what is looked for. */
const inside = (schema: JsonSchema, has: (one: JsonSchema) => boolean) => [schema, ...(schema.anyOf ?? [])].find(has)

function allowedOf(schema: JsonSchema): string {
  const list = inside(schema, (one) => one.enum !== undefined)?.enum
  if (list) return values(list).join(', ')
  const { minimum, maximum } = inside(schema, (one) => one.minimum !== undefined || one.maximum !== undefined) ?? {}
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  return maximum === undefined ? '' : `at most ${maximum}`
}

/** The fields of an object, in their order, with those of the objects inside it. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const { description, title } = field
    const row = {
      ...{ path, type: typeOf(field), about: description ?? title ?? '', allowed: allowedOf(field) },
      ...{ required: schema.required?.includes(name) === true, known: values(field.examples) },
    }
    const nested = inside(field, (one) => one.properties !== undefined)
    const items = field.items?.properties ? fieldRows(field.items, `${path}[].`) : []
    return [row, ...(nested ? fieldRows(nested, `${path}.`) : items)]
  })
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const json = (value: unknown) => quoted(JSON.stringify(value, null, 2))

/** The options for a body: its type and the JSON, or the parts of the form. */
function bodyLines({ requestBody }: Operation): string[] {
  for (const { examples, example } of Object.values(requestBody?.content ?? {})) {
    const [first] = Object.values(examples ?? {})
    if (first) return [`-H 'Content-Type: application/json'`, `-d ${json(first.value)}`]
    const parts = Object.entries(example ?? {})
    if (parts.length > 0)
      return parts.map(([name, value]) => `-F ${quoted(`${name}=${value === fileExample ? '@file' : value}`)}`)
  }
  return []
}

/** A call of an operation for a shell that has the two variables which the router prints at start. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const [status] = Object.keys(operation.responses)
  const reply = status === undefined ? undefined : ownOf(operation.responses, status)
  const types = Object.keys((reply && 'content' in reply && reply.content) || {})
  const isFile = /^(audio|video|\*)\//.test(types[0] ?? '')
  const base = path.startsWith('/v1') ? '$OPENAI_BASE_URL' : `\${OPENAI_BASE_URL%/v1}`
  const lines = [
    `curl${method === 'get' || method === 'post' ? '' : ` -X ${method.toUpperCase()}`} "${base}${path.replace(/^\/v1/, '')}"`,
    ...(operation.security ? [] : ['-H "Authorization: Bearer $OPENAI_API_KEY"']),
    ...(operation['x-paid'] ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...bodyLines(operation),
    ...(isFile ? ['-o reply'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** Escaped HTML. No part of the page is awaited, so the template never gives a promise. */
type Html = ReturnType<typeof html>

interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const operationsOf = ({ paths }: Description, tag: string): Listed[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ method, path, operation }] : [],
    ),
  )

const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`

/** Schemas that the page describes under their name; any other name is only said. */
const schemaLink = (schema: JsonSchema): Html =>
  schema.$ref === undefined ? html`${typeOf(schema)}` : html`<a href="#${typeOf(schema)}">${typeOf(schema)}</a>`

function fieldList(schema: JsonSchema): Html {
  const rows = fieldRows(schema).map(
    ({ path, type, required, about, allowed, known }) => html`<li>
      <div class="name"><code>${path}</code> <span>${type}</span>${required ? html` <b>required</b>` : ''}</div>
      <div>
        ${about}${allowed === '' ? '' : html` <span class="allowed">Allowed: ${allowed}.</span>`}
        ${known.length === 0 ? '' : html`<span class="known">Known values: ${known.map((one, at) => html`${at === 0 ? '' : ', '}<code>${one}</code>`)}</span>`}
      </div>
    </li>`,
  )
  return html`<ul class="fields">${rows}</ul>`
}

function requestOf(document: Description, { requestBody, parameters }: Operation): Html {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    const found = ownOf(document.components.schemas, typeOf(schema)) ?? schema
    const needs = (found.allOf ?? []).map(({ anyOf = [] }) => anyOf.flatMap(({ required = [] }) => required))
    return html`<details ${requestBody && Object.keys(requestBody.content)[0] === type ? 'open' : ''}>
      <summary>${type}</summary>
      ${needs.map((names) => html`<p>Required: ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}.</p>`)}
      ${fieldList(found)}
    </details>`
  })
  const others = parameters.map(
    ({ name, in: where, description }) => html`<li>
      <div class="name"><code>${name}</code> <span>${where}</span></div>
      <div>${description}</div>
    </li>`,
  )
  return html`${others.length > 0 ? html`<h4>Parameters</h4><ul class="fields">${others}</ul>` : ''}
    ${bodies.length > 0 ? html`<h4>Body</h4>${bodies}` : ''}`
}

function repliesOf({ responses }: Operation): Html {
  const lines = Object.entries(responses).flatMap(([status, reply]) =>
    '$ref' in reply
      ? []
      : Object.entries(reply.content ?? { '': undefined }).map(
          ([type, content]) =>
            html`<li><code>${status} ${type}</code> ${content ? schemaLink(content.schema) : reply.description}</li>`,
        ),
  )
  const errors = Object.keys(responses).filter((status) => Object.hasOwn(errorStatuses, status))
  return html`<h4>Reply</h4><ul>${lines}<li>Errors: ${errors.join(', ')} with <a href="#errors">one shape</a>.</li></ul>`
}

function section(document: Description, { method, path, operation }: Listed): Html {
  const { operationId, summary, description } = operation
  const paid = operation['x-paid']
  const prices = Object.entries(operation['x-prices'] ?? {})
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
    <p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code>
      <span>${[operation['x-status'], paid === undefined ? '' : paid ? 'Paid' : 'Free', operation.security ? 'No key' : ''].filter(Boolean).join(' · ')}</span></p>
    <p>${description}</p>
    ${prices.map(([model, lines]) => html`<p>Price of ${model}: ${lines.join('; ')}.</p>`)}
    ${code(curlOf(method, path, operation))}
    ${requestOf(document, operation)} ${repliesOf(operation)}
  </section>`
}

const errorsSection = (document: Description) => html`<section id="errors" aria-labelledby="errors-title">
  <h2 id="errors-title">Errors and retries</h2>
  <p>Every error is JSON: <code>{"error": {…}}</code>. Before you send a paid request again, check <code>retry</code>:
    <code>safe</code> means that nothing was billed, <code>ask</code> that it may be billed twice, <code>no</code> that it would fail again.
    A retry with the same <code>Idempotency-Key</code> is never sent to a provider twice, unless its <code>stage</code> was <code>not_sent</code>.</p>
  ${fieldList(document.components.schemas.Error ?? {})}
  <ul>${Object.entries(errorStatuses).map(([status, words]) => html`<li><code>${status}</code> ${words}</li>`)}</ul>
</section>`

const startSection = (base: string) => html`<section id="start" aria-labelledby="start-title">
  <h2 id="start-title">Base URL and key</h2>
  <p>The base URL is <code>${base}</code>. Send the key of this router as <code>Authorization: Bearer …</code>; it is printed at start,
    or set as <code>ROUTER_API_KEY</code>. The examples read both from the variables of OpenAI’s clients, which work as they are.</p>
  ${code(`export OPENAI_BASE_URL=${base} OPENAI_API_KEY=…\ncurl "$OPENAI_BASE_URL/models" -H "Authorization: Bearer $OPENAI_API_KEY"`)}
</section>`

/** The page `/docs`: the description for people, as HTML without scripts. `base` is the URL that ends in `/v1`. */
export function docsPage(document: Description, replies: Readonly<Record<string, JsonSchema>>, base: string): string {
  const groups = document.tags.map((tag) => ({ ...tag, listed: operationsOf(document, tag.name) }))
  const nav = groups.map(
    ({ name, listed }) =>
      html`<li>${name}<ul>${listed.map(
        ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
      )}</ul></li>`,
  )
  const introduction = String(document.info.description).split('\n')
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>API · Patchbay</title>
<link rel="icon" href="/patchbay.svg" />
<link rel="stylesheet" href="/docs.css" />
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a href="/">Patchbay</a> <span>API</span> <a href="/openapi.json">openapi.json</a></header>
<nav aria-label="Routes"><ul>
<li><a href="#start">Base URL and key</a></li><li><a href="#errors">Errors and retries</a></li>
${nav}<li><a href="#objects">Reply objects</a></li>
</ul></nav>
<main id="content" tabindex="-1">
<h1>Patchbay API</h1>
${introduction.map((line) => html`<p>${line}</p>`)}
${startSection(base)} ${errorsSection(document)}
${groups.map(
  ({ name, description, listed }) =>
    html`<h2>${name}</h2><p>${description}</p>${listed.map((one) => section(document, one))}`,
)}
<h2 id="objects">Reply objects</h2>
<p>Providers add fields of their own. In an event stream, the object is the data of one event.</p>
${Object.entries(replies)
  .filter(([name]) => name !== 'Error')
  .map(([name, schema]) => html`<section id="${name}"><h3>${name}</h3>${fieldList(schema)}</section>`)}
</main>
</body>
</html>`)
}
