import { type ErrorFacts, redirectsPost } from './client-error.ts'
import { connectionLost, nothingCame } from './read/reply-end.ts'

export interface Explanation {
  readonly title: string
  readonly what: string
  readonly next: string
}

interface Wording {
  readonly again: string
  /** Where it is not known whether the work was done. */
  readonly unsure: string
  /** Where our own router does not answer, and may report the outcome later. */
  readonly gone: string
  readonly cut: string
  readonly provider: string
  readonly path: string
  readonly asked?: string
}

const checkPath = 'Check the path (usually /v1).'

const run: Wording = {
  again: 'run it again',
  gone: 'Then press “Check again” to find out whether the request arrived.',
  unsure: 'Check whether the work was done before you run it again.',
  cut: 'What arrived is kept. Run it again for a complete answer.',
  provider: 'Run it again, or choose another model.',
  path: 'Check the path of the base URL (usually /v1) and the model name.',
}
const read: Wording = {
  again: 'try again',
  unsure: 'Try again in a moment.',
  gone: 'Then try again.',
  cut: 'Try again in a moment.',
  provider: 'Try again in a moment.',
  path: checkPath,
}

/** Explains the failure of a run. `provider`: the one that the router asked. All interface texts about failures are in this file. */
export const explain = (error: ErrorFacts, baseUrl: string, provider?: string): Explanation =>
  // The sandbox is a part of the router.
  explained(error, baseUrl, { ...run, ...(provider && !/^(none|sandbox)$/.test(provider) && { asked: provider }) })

export const explainRead = (error: ErrorFacts, baseUrl: string): Explanation => explained(error, baseUrl, read)

function explained(error: ErrorFacts, baseUrl: string, wording: Wording): Explanation {
  if (error.message === redirectsPost)
    return {
      title: 'The router redirects this request',
      what: error.message,
      next: 'Check the base URL: https or http, the host, the path (usually /v1), no trailing slash.',
    }
  return (
    (servesPage(baseUrl) ? ownRouterWords(error, baseUrl, wording) : undefined) ?? wordsFor(error, baseUrl, wording)
  )
}

/** Whether the router serves this page, which excludes CORS and DNS as causes. */
const servesPage = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) && new URL(baseUrl).origin === globalThis.location?.origin

function ownRouterWords(error: ErrorFacts, baseUrl: string, wording: Wording): Explanation | undefined {
  const { origin } = new URL(baseUrl)
  if (error.kind === 'network')
    return {
      title: 'The router stopped or is not running',
      what: `The router at ${origin}, which served this page, did not respond. (${error.message})`,
      next: `Restart it, or check your network connection. ${wording.gone}`,
    }
  if (error.kind === 'interrupted' && error.message === connectionLost)
    return {
      title: 'The answer was cut off',
      what: `${wording.asked ? `${wording.asked} or the` : 'The'} router at ${origin} stopped, or the connection dropped, before the reply was complete.`,
      next: wording.cut,
    }
  return undefined
}

const billingWords =
  /insufficient_quota|insufficient_credits|insufficient balance|quota_exceeded|payment_required|billing|credit_balance|budget_exceeded/i

function wordsFor(error: ErrorFacts, baseUrl: string, wording: Wording): Explanation {
  switch (error.kind) {
    case 'network':
      return networkWords(error, baseUrl, wording)
    case 'interrupted':
      return error.message === nothingCame
        ? { title: 'The answer is empty', what: error.message, next: wording.unsure }
        : { title: 'The answer was cut off', what: error.message, next: wording.cut }
    case 'contract':
      return contractWords(error, wording)
    case 'api':
      return apiWords(error, wording)
  }
}

/** A page cannot tell CORS, DNS and refused connections apart by the failure; whether the server answered a probe can. */
function networkWords({ message, server }: ErrorFacts, baseUrl: string, { again }: Wording): Explanation {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  if (server === 'up')
    return {
      title: 'Blocked by CORS',
      what: `${host} is up, but it does not allow requests from this page. (${message})`,
      next: `Check the path (usually /v1), and add ${globalThis.location?.origin ?? 'this page’s origin'} to the origins that the router allows.`,
    }
  if (server === 'down')
    return {
      title: 'Could not reach the server',
      what: `Nothing answers at ${host}. It is not running, the host or port is wrong, or it refuses requests from other sites.`,
      next: `Start the server or correct the base URL, then ${again}.`,
    }
  return {
    title: 'Could not reach the server',
    what: `Possible causes: CORS (the router does not allow this page), DNS (the host name does not resolve), or the server is not running. (${message})`,
    next: 'Check the base URL, that the router is running, and that it allows this page’s origin.',
  }
}

function contractWords({ stage, status, message, raw }: ErrorFacts, { unsure }: Wording): Explanation {
  if (stage === 'not_sent')
    return { title: 'Nothing was sent', what: message, next: 'Change the connection or the request.' }
  if (status === 202) return { title: 'Accepted, but without a result or a job ID', what: message, next: unsure }
  if (status === 404 || status === 405)
    return {
      title: 'Not found',
      what: message.startsWith('HTTP') ? message : `HTTP ${status}. ${message}`,
      next: checkPath,
    }
  if (raw?.trimStart().startsWith('<'))
    return {
      title: 'Received a web page instead of an answer',
      what: message,
      next:
        status !== undefined && status >= 500 ? 'The service behind this host is down. Try again later.' : checkPath,
    }
  return {
    title: 'Unexpected reply format',
    what: message,
    next: 'Check that the base URL points to a compatible router.',
  }
}

function apiWords(error: ErrorFacts, wording: Wording): Explanation {
  const what = error.provider ? `${error.provider}: ${error.message}` : error.message
  // Inside a successful reply some routers send the status as `code`.
  const status = error.status !== undefined && error.status >= 400 ? error.status : Number(error.code)
  if (status === 402)
    return {
      title: 'Out of credits',
      what,
      next: `Add credits with ${wording.asked ?? 'the router'}, then ${wording.again}.`,
    }
  if (billingWords.test(`${error.code} ${error.type} ${error.message}`))
    return {
      title: 'Blocked by billing',
      what,
      next: 'Check your plan and balance with the router or its provider.',
    }
  if (error.provider) return { title: `The provider ${error.provider} failed`, what, next: wording.provider }
  const [title, next] = statusWords(status, error, wording)
  return { title, what, next }
}

/** Where the router says which provider it asked, the failure is that one's. */
function statusWords(
  status: number,
  { code, param, retryAfter, stage }: ErrorFacts,
  { again, unsure, asked, path }: Wording,
): readonly [title: string, next: string] {
  const who = asked ?? 'The router'
  const wait = `Wait ${retryAfter === undefined ? 'a moment' : `${Math.ceil(retryAfter)} s`}, then ${again}.`
  if (code === 'provider_key_rejected')
    return [`${who} rejected the router’s key`, 'Correct it in the router’s settings, then restart the router.']
  // What was not sent is not done either.
  if (status >= 500 && stage === 'not_sent') return [`${who} is not available`, wait]
  switch (status) {
    case 400:
    case 422:
      return [`${who} did not accept the request`, param ? `Check the field ${param}.` : 'Change the request.']
    case 401:
      return ['The API key was not accepted', 'Check the API key of this connection.']
    case 403:
      return ['The API key lacks permission', 'Use another key or model.']
    case 404:
      return ['Not found', asked ? 'Check the model name.' : path]
    case 405:
      return ['Not supported by the router', 'Check the base URL.']
    case 408:
    case 504:
      return [`${who} timed out`, unsure]
    case 409:
      return ['Conflict with another request', `Check how the other request ended before you ${again}.`]
    case 413:
      return ['The request is too large', 'Send less: shorter text, or fewer or smaller files.']
    case 415:
      return ['Unsupported request format', 'Send the request in another format.']
    case 429:
      return ['Too many requests', wait]
    default:
      return status >= 500 ? [`${who} failed`, unsure] : ['The request failed', `Change the request or ${again}.`]
  }
}
