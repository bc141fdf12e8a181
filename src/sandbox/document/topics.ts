/** Something to write about. Sentences are whole, hold for every router and every seed, and may contain Markdown. */
export interface Topic {
  readonly title: string
  /** Words of a prompt that ask for it. */
  readonly about: RegExp
  readonly headings: readonly string[]
  /** Each a term, a colon and what it means, as a whole sentence. */
  readonly terms: readonly string[]
  readonly sentences: readonly string[]
}

const router: Topic = {
  title: 'One interface for many models',
  about: /\b(?:rout(?:er|ers|ing)|providers?|gateways?|list of models|model cards?|endpoints?|apis?)\b/i,
  headings: ['How a router picks a provider', 'Keys stay on the server', 'Names and prices', 'What is passed on'],
  terms: [
    'Router: one address in front of many models and their providers.',
    'Provider: a company or machine that runs a model and answers requests for it.',
    'Model card: what the router says of a model, such as its endpoints, limits and price.',
    'Endpoint: one address of the interface, such as the one for text or the one for images.',
    'Upstream: the provider behind the router, seen from the router.',
    'Model name: the word in a request that decides who answers it.',
  ],
  sentences: [
    'A model router is one address in front of many models: a program sends it a request, and it passes the request to a provider that runs the model.',
    'It takes the same request for every model and **translates it once**, at the border to the provider.',
    'The provider is chosen by the name of the model, and the [list of models](https://router.example/models) shows which one.',
    'With several providers behind one address, a change of model is a change of *one word* in the request.',
    'The header `x-router-model` names the model that answered, which may differ from the one in the request.',
    'Keys of providers stay on the server: the page never sees them, and neither does the log.',
    'The list of models says what each of them accepts, so a form can show those fields and no others.',
    'A field that the router does not know is passed on unchanged, because the next version of a model may know it.',
    'Prices are shown **as the router states them**; where it states none, there is no estimate either.',
    'One bill, one set of limits and one log for all models is what most teams want a router for.',
    'Text, images, video and audio share one convention, so what was learned about one of them holds for the others.',
    'Some models cost many times as much as others for the same text, so it pays to compare their answers first.',
  ],
}

const tokens: Topic = {
  title: 'Tokens, context and price',
  about: /\b(?:tokens?|tokeni[sz]\w*|context|pric(?:e|es|ing)|costs?|cach(?:e|es|ed|ing)|usage|temperature)\b/i,
  headings: ['What a token is', 'What fills the context', 'Where the money goes', 'What a cache saves'],
  terms: [
    'Token: a piece of text, in English about four characters long, by which models read, write and are paid.',
    'Context: all the tokens that a model can see at once, its own answer included.',
    'Prompt cache: a store of prompts already read, so that the same beginning is cheaper the next time.',
    'Temperature: how freely a model chooses among likely next tokens.',
    'Output limit: the most tokens that an answer may have before it is cut off.',
    'Reasoning tokens: what a model writes for itself before the answer; they are paid for as well.',
  ],
  sentences: [
    'A token is a piece of text: a short word, a part of a long one, or a punctuation mark.',
    'In English a token is about *four characters*, so a page of text is roughly five hundred of them.',
    'Providers count tokens in both directions, and those that are written usually cost **several times** those that are read.',
    'A chat sends the whole conversation again with each message, so long conversations cost more at each turn.',
    'The context is a shared space: a longer prompt leaves less of it for the answer.',
    'Prompt caching makes an unchanged beginning cheaper, so it pays to put instructions first and what varies last.',
    'The reply states its `usage`, with cached and reasoning tokens apart from the others.',
    'A limit on output tokens cuts an answer off; the reply then says `incomplete`, and why.',
    'Reasoning tokens are written and paid for, though only a summary of them may be shown.',
    'Images count as tokens too, and more of them at a higher level of detail.',
    'A temperature near zero makes answers alike; a higher one makes them more varied.',
    'The sandbox has no tokenizer: it counts four characters as one token and marks the number as [estimated](https://router.example/usage).',
  ],
}

const streams: Topic = {
  title: 'How an answer arrives',
  about: /\b(?:stream\w*|sse|server-sent|events?|deltas?|latency|first byte|websockets?)\b/i,
  headings: ['The first event', 'Pieces, not words', 'How a reply ends', 'Reading the timeline'],
  terms: [
    'Streaming: sending an answer piece by piece while it is written.',
    'Delta: one event of a stream, with the next piece of text.',
    'Time to first token: how long a reader looks at nothing.',
    'Terminal event: the last event of a stream, which says how the answer ended.',
    'Server-sent events: lines of text over an open connection, the usual form of a stream.',
    'Throughput: how many tokens arrive in a second once the first is there.',
  ],
  sentences: [
    'Streaming shows an answer while it is written, so reading can begin long before it is complete.',
    'Token streaming sends each piece as soon as the model has written it, rather than all of them at the end.',
    'The time until the first event is what a reader notices most; after that, a model mostly writes faster than people read.',
    'Text arrives in pieces of a few characters, and a piece may end **in the middle of a word**.',
    'A stream that stops without its last event is not finished, however *complete* the text looks.',
    'A comment line, `: ping`, keeps the connection open while the model is silent.',
    'Pressing Stop ends the stream within a second; what has arrived until then is kept.',
    'After a reload the stored events are read again, and the text is **the same to the letter**.',
    'The [order of events](https://router.example/events) is fixed: created, items, parts, deltas, done.',
    'Arguments of a tool call are streamed too: JSON that is valid only once its last piece is there.',
    'A proxy that buffers a stream makes it arrive all at once; the timeline in the inspector shows that at a glance.',
    'Images can be streamed as previews that become sharper, and speech can be played while it is still being made.',
  ],
}

const failures: Topic = {
  title: 'When something goes wrong',
  about:
    /\b(?:fallbacks?|rate limit\w*|limits?|retr(?:y|ies)|idempoten\w*|errors?|fail\w*|time-?outs?|429|reliab\w*)\b/i,
  headings: ['When a provider refuses', 'Paid once', 'What a limit means', 'Known and unknown ends'],
  terms: [
    'Fallback: a second provider that is asked when the first one fails.',
    'Rate limit: how many requests or tokens a minute a provider takes from one account.',
    'Idempotency key: a name for a request, by which a repeated one is recognised and not paid for twice.',
    'Timeout: the time after which waiting for a reply is given up.',
    'Backoff: waiting a little longer before each further try.',
    'Status code: three digits that say whether a request was served, refused or failed.',
  ],
  sentences: [
    'A fallback asks a second provider when the first one refuses, and the reply says which of them answered.',
    'A rate limit is answered with status `429`; the header `retry-after` says how long to wait.',
    'Rate limits count requests and tokens a minute, so a few long prompts can reach them as well as many short ones.',
    'An idempotency key lets a router recognise a repeated request and return the first reply, **without a second charge**.',
    'The same `Idempotency-Key` with another body is refused, because it would hide a mistake.',
    'A request that was refused costs nothing; one that was cut off may have been paid for.',
    'A connection that breaks says nothing about the model: the answer may be complete on the server.',
    'Nothing that costs money is sent twice here without a press, not even after an error.',
    'An error names the field that caused it, what it cost, and [whether to try again](https://router.example/errors).',
    'A timeout is a guess: slow models need a long one, and a chat feels broken with it.',
    'Overloaded providers fail together, so fallbacks help most when they lead to *another* provider.',
    'The *Fault* models of the sandbox break off, stall or refuse on purpose, so every kind of failure can be seen at will.',
  ],
}

const app: Topic = {
  title: 'What Patchbay is for',
  about: /\b(?:patchbay|playground|inspector|lab|columns|compar(?:e|ing|ison)|evaluat\w*|this (?:app|tool|page))\b/i,
  headings: ['Compare before you choose', 'Look inside a reply', 'Keep what you made', 'From one prompt to many'],
  terms: [
    'Run: one request with all that came back, kept in this browser.',
    'Inspector: the view of a run down to its last event.',
    'Lab: a table of prompts, models and settings that are run together.',
    'Bundle: a file with runs and their media, to hand to somebody else.',
    'Conversation: messages and answers that are sent together with each new message.',
    'Tool call: a request of the model to run a function and to tell it the result.',
  ],
  sentences: [
    'Patchbay sends a request to any router that speaks the convention, and shows what comes back without hiding anything.',
    'Columns send one message to several models at once, so their answers stand side by side.',
    'The inspector shows each event of a stream with its time, its size and **its exact bytes**.',
    'Every run is kept in this browser: it can be searched, compared, repeated and exported.',
    'The Lab runs many prompts on many models and puts the answers into one table.',
    'A result becomes the input of the next tool: an image is edited, then animated, then given a voice.',
    'Any request can be edited as JSON, and copied as `curl`, Python or TypeScript.',
    'Structured output is checked against its schema while it arrives, field by field.',
    'Prices are shown before the press, and what a reply says it cost after it.',
    'An edit of an image proves that everything outside the mask is *unchanged*, to the pixel.',
    'A bundle opens on another machine with [all its runs](https://router.example/bundles), with or without a network.',
    'Blind comparison hides the names of the models until a person has chosen the better answer.',
  ],
}

const sandbox: Topic = {
  title: 'Testing without a key',
  about: /\b(?:sandbox|synthetic|test(?:s|ing)?|without a key|mocks?|deterministic|seeds?)\b/i,
  headings: ['The same request, the same answer', 'Failures on purpose', 'Files that are real', 'What it cannot do'],
  terms: [
    'Sandbox: a part of the router that answers every request by rules, without a model.',
    'Seed: a number made from the request, from which everything in a synthetic answer follows.',
    'Fault model: a model of the sandbox that fails in one particular way.',
    'Synthetic: made by rules; it looks like an answer and knows nothing.',
    'Mock: a stand-in for a service, with which a program can be tested.',
    'Meter: a count of the requests that arrived, for tests and for trust.',
  ],
  sentences: [
    'The sandbox answers every route by rules, **without a model**, a key or a network.',
    'Everything follows from the request, so the same words get the same answer on every machine.',
    'Images, videos and sounds are real files; only their content is made by rules.',
    'Its streams have real events with real pauses, so an app can be built and tested against them.',
    'Add `tokens: 2000` to a prompt for a long document, or name a tool to see it called.',
    'Structured output follows the schema, with values from the prompt where they fit.',
    'Speech that it has spoken it can transcribe again; of other recordings it tells where somebody speaks.',
    'It draws what it has figures for; other words become a *poster* that says them.',
    'The [meter](https://router.example/sandbox/meter) counts requests without asking what was in them.',
    'It cannot answer questions. For that, add a key and choose a model.',
    'It costs nothing and has no limits, so a demonstration or a test never waits for a provider.',
    'Each of its files says in its own data that it is synthetic.',
  ],
}

/** The first whose words a prompt has is what is written about. */
export const topics: readonly Topic[] = [router, failures, streams, tokens, app, sandbox]

/** What happens to a request, in order. */
export const journey = [
  'The page stores the request, so that nothing is lost with the connection.',
  'It sends the request once, with an idempotency key.',
  'The router checks the key, the size and every field.',
  'It chooses a provider by the name of the model.',
  'It translates the request, where the provider speaks another convention.',
  'The provider sends its first event, and the answer begins to appear.',
  'Pieces arrive until the last event says how the answer ended.',
  'The page keeps every event, so that the run can be inspected later.',
] as const

export const checks = [
  'The same request has been sent to two models.',
  'The price was looked at before the press.',
  'The time to the first token is good enough to read along.',
  'The stream ended with its terminal event.',
  'A refused request was tried, and its message can be understood.',
  'A stopped answer keeps what had arrived.',
  'Structured output fits its schema.',
  'The run can be found again in the list of runs.',
] as const
