import type { ErrorFacts } from './client-error.ts'
import { connectionLost } from './read/reply-end.ts'

/** The interface texts for one failure. */
export interface Explanation {
  readonly title: string
  /** What happened, with the router's own words where it gave some. */
  readonly what: string
  /** What to do about it. */
  readonly next: string
}

/** Wording that differs between runs and reads. */
interface Ways {
  readonly again: string
  /** Where it is not known whether the work was done. */
  readonly unsure: string
  /** Where our own router does not answer, and may report the outcome later. */
  readonly gone: string
  readonly cut: string
  readonly provider: string
}

const run: Ways = {
  again: 'run it again',
  gone: 'Then “Check again” tells whether the request came there.',
  unsure: 'See whether the work was done before you run it again.',
  cut: 'What arrived is kept. Run it again for a whole answer.',
  provider: 'Run it again, or choose another model.',
}
const read: Ways = {
  again: 'try again',
  unsure: 'Try again in a moment.',
  gone: 'Then try again.',
  cut: 'Try again in a moment.',
  provider: 'Try again in a moment.',
}

/** Explains the failure of a run at this base URL. This file holds all interface texts about failures. */
export const explain = (error: ErrorFacts, baseUrl: string): Explanation => explained(error, baseUrl, run)

/** Explains the failure of a read, which is free and can be repeated. */
export const explainRead = (error: ErrorFacts, baseUrl: string): Explanation => explained(error, baseUrl, read)

function explained(error: ErrorFacts, baseUrl: string, ways: Ways): Explanation {
  return (servesPage(baseUrl) ? ownRouterWords(error, baseUrl, ways) : undefined) ?? wordsFor(error, ways)
}

/** Whether the router serves this page, which excludes CORS and DNS as causes. */
const servesPage = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) && new URL(baseUrl).origin === globalThis.location?.origin

function ownRouterWords(error: ErrorFacts, baseUrl: string, ways: Ways): Explanation | undefined {
  const { origin } = new URL(baseUrl)
  if (error.kind === 'network')
    return {
      title: 'The router stopped or is not running',
      what: `The router at ${origin}, which this page came from, did not answer. (${error.message})`,
      next: `Start it again, or check the network to it. ${ways.gone}`,
    }
  if (error.kind === 'interrupted' && error.message === connectionLost)
    return {
      title: 'The answer was cut off',
      what: `The router at ${origin} stopped, or the connection to it broke, before the reply ended.`,
      next: ways.cut,
    }
  return undefined
}

const billingWords =
  /insufficient_quota|insufficient_credits|insufficient balance|quota_exceeded|payment_required|billing|credit_balance|budget_exceeded/i

function wordsFor(error: ErrorFacts, ways: Ways): Explanation {
  switch (error.kind) {
    case 'network':
      return {
        title: 'Nobody answered',
        what: `The browser does not say which of three it is: the router does not allow calls from this page (CORS), its name was not found (DNS), or it refused the connection. (${error.message})`,
        next: 'Check the base URL, see whether the router runs, and whether it allows this page’s origin.',
      }
    case 'interrupted':
      return {
        title: 'The answer was cut off',
        what: error.message,
        next: ways.cut,
      }
    case 'contract':
      return contractWords(error, ways)
    case 'api':
      return apiWords(error, ways)
  }
}

function contractWords({ stage, status, message, raw }: ErrorFacts, { unsure }: Ways): Explanation {
  if (stage === 'not_sent')
    return { title: 'Nothing was sent', what: message, next: 'Change the connection or the request.' }
  if (status === 202) return { title: 'Accepted, but nothing leads to the result', what: message, next: unsure }
  if (raw?.trimStart().startsWith('<'))
    return {
      title: 'A web page came instead of an answer',
      what: `${message} It was sent by a proxy or another server on the way, not by the router.`,
      next: 'Check the base URL, or wait until the service behind the proxy is back.',
    }
  return {
    title: 'The answer does not fit',
    what: message,
    next: 'Check that the base URL belongs to a router of this kind.',
  }
}

function apiWords(error: ErrorFacts, ways: Ways): Explanation {
  const what = error.provider ? `${error.provider}: ${error.message}` : error.message
  // Inside a successful reply some routers send the status as `code`.
  const status = error.status !== undefined && error.status >= 400 ? error.status : Number(error.code)
  if (status === 402) return { title: 'Out of credits', what, next: `Add credits at the router, then ${ways.again}.` }
  if (billingWords.test(`${error.code} ${error.type} ${error.message}`))
    return {
      title: 'Billing stopped this request',
      what,
      next: 'Look at plan, quota and balance at the router or its provider.',
    }
  if (error.provider) return { title: `The provider ${error.provider} failed`, what, next: ways.provider }
  const [title, next] = statusWords(status, error, ways)
  return { title, what, next }
}

function statusWords(
  status: number,
  { param, retryAfter }: ErrorFacts,
  { again, unsure }: Ways,
): readonly [title: string, next: string] {
  switch (status) {
    case 400:
    case 422:
      return ['The router did not accept the request', param ? `Look at the field ${param}.` : 'Change the request.']
    case 401:
      return ['The key was not accepted', 'Check the API key of this connection.']
    case 403:
      return ['The key may not do this', 'Use another key or model; the words above say what is not allowed.']
    case 404:
      return ['Not found', 'Check the base URL’s path and the model’s name.']
    case 405:
      return ['The router does not offer this', 'Check the base URL: this route does not take such a request.']
    case 408:
    case 504:
      return ['The router gave up waiting', unsure]
    case 409:
      return ['The request collides with another', `See how the other one ended before you ${again}.`]
    case 413:
      return ['The request is too large', 'Send less: shorter text, or fewer and smaller files.']
    case 415:
      return ['The router does not take this kind of body', 'Send the request in another form.']
    case 429:
      return [
        'Too many requests',
        retryAfter === undefined ? `Wait a little, then ${again}.` : `Wait ${Math.ceil(retryAfter)} s, then ${again}.`,
      ]
    default:
      return status >= 500
        ? ['The router failed', unsure]
        : ['The request failed', `Read the words above, change the request or ${again}.`]
  }
}
