import { html } from 'hono/html'
import { ownOf } from '#contract/core/loose-json.ts'
import { curlOf } from './curl.ts'
import { fieldRows, typeOf } from './field-rows.ts'
import { type Description, errorStatuses, type Operation } from './openapi.ts'
import type { JsonSchema } from './request-schemas.ts'

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
    A retry with the same <code>Idempotency-Key</code> is never sent to a provider twice.</p>
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
