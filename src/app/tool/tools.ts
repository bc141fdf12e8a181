import { AudioLines, Brush, Captions, Clapperboard, type LucideIcon, MessageSquare, Mic, Sparkles } from 'lucide-react'
import { createContext, use } from 'react'
import { type ModelCard, offers } from '#contract/models/model-card.ts'
import { type EndpointId, type PanelId, routeOf, routes, stagePath } from '#contract/routes.ts'
import { toolEndpoints } from '#contract/tool-endpoints.ts'
import type { Run } from '../run/run.ts'
import { addressOf, type PanelPlace, panelPlace } from './panels.ts'

/** One form that makes runs, as data: navigation, palette, models, Runs, links, hand-over and shortcuts read it and name no tool. */
export interface Tool {
  /** Unique and permanent: the key of its kept draft, of its thread of runs, and of what is handed over to it. */
  readonly id: string
  readonly endpoint: EndpointId
  readonly panel: PanelId
  /** Its `tab` in the panel's address. Left out for the tool that the bare address shows: one in a panel. */
  readonly tab?: string
  readonly title: string
  /** What is done with a model here, as a command: the run button, and the link on a model's card (`Generate with …`). */
  readonly verb: string
  readonly icon: LucideIcon
  /** The values of a new form and of "Reset all". Without a model, the first that the router lists for the endpoint is proposed. */
  readonly fresh: Readonly<Record<string, unknown>>
  /** What a run makes, for sentences: one and several. Left out: a result, results. */
  readonly makes?: readonly [one: string, many: string]
  /** The kind of what a run gives, which has a view in `results/`. */
  readonly gives: 'text' | 'image' | 'audio' | 'voices' | 'transcript' | 'dub' | 'video' | 'json'
  /** Top-level fields that the tool fills, each with the source as a phrase. They are not in the form and are removed from its JSON. */
  readonly fills?: Readonly<Record<string, string>>
  /** Offered for models of which the router reports no endpoints. */
  readonly assumed?: true
  /** Each conversation is a thread. Left out: all runs of the tool are one thread, shown on its stage. */
  readonly threads?: 'conversations'
  /** How a request is opened to be changed. `form`: whole, files from its run. `conversation`: its last message. `run`: from its run only. */
  readonly opens?: 'form' | 'conversation' | 'run'
  /** What it takes over of what other tools gave, each as one action of a result. */
  readonly takes?: readonly Taking[]
}

/** One way in which a tool takes a file over. */
export interface Taking {
  /** What the tool makes of it; it finds the word in `Handed.as`. */
  readonly as: string
  /** Tested against the media type without parameters. */
  readonly types: RegExp
  readonly name: (what: string) => string
  /** The visible name of its button, part of `name`. Left out: it is an item of the result's menu. */
  readonly word?: string
}

const conversation = 'comes from the conversation'

export const chatTool: Tool = {
  id: 'chat',
  endpoint: toolEndpoints.chat,
  panel: 'chat',
  title: 'Chat',
  verb: 'Try',
  icon: MessageSquare,
  fresh: { model: 'gen-5.4-pro', stream: true },
  fills: { input: conversation, messages: conversation },
  gives: 'text',
  assumed: true,
  threads: 'conversations',
  opens: 'conversation',
  takes: [
    {
      as: 'attachment',
      types: /^(?:image\/(?:png|jpeg|webp|gif)|audio\/(?:wav|mpeg)|text\/.*|application\/(?:pdf|json))$/,
      name: (what) => `Send ${what} to chat`,
    },
  ],
}

export const generateTool: Tool = {
  id: 'images.generate',
  endpoint: toolEndpoints['images.generate'],
  panel: 'images',
  title: 'Generate',
  verb: 'Generate',
  icon: Sparkles,
  makes: ['image', 'images'],
  gives: 'image',
  // Streamed, so that a picture is shown while it is drawn.
  fresh: { model: 'gen-image-2', stream: true, partial_images: 2 },
  fills: { images: 'belongs to the Edit tool', mask: 'belongs to the Edit tool' },
}

/** What images may be edited (wire-facts §5.4). */
const editable = /^image\/(?:png|jpeg|webp)$/

export const editTool: Tool = {
  id: 'images.edit',
  endpoint: toolEndpoints['images.edit'],
  panel: 'images',
  tab: 'edit',
  title: 'Edit',
  verb: 'Edit',
  icon: Brush,
  makes: ['image', 'images'],
  gives: 'image',
  fresh: { model: 'gen-image-2', stream: true, partial_images: 1 },
  fills: { images: 'comes from the list of images', mask: 'comes from the canvas' },
  opens: 'run',
  takes: [
    { as: 'base', types: editable, name: (what) => `Edit ${what}`, word: 'Edit' },
    { as: 'reference', types: editable, name: (what) => `Use ${what} as reference image` },
  ],
}

export const videoTool: Tool = {
  id: 'video.create',
  endpoint: toolEndpoints['video.create'],
  panel: 'video',
  title: 'Video',
  verb: 'Create video',
  icon: Clapperboard,
  makes: ['video', 'videos'],
  gives: 'video',
  // No model, since the interface names none. Length and size are set, so that a video is never longer than was seen before the press.
  fresh: { seconds: '4', size: '1280x720' },
  takes: [{ as: 'input_reference', types: /^image\/(?:png|jpeg|webp)$/, name: (what) => `Use ${what} as first frame` }],
}

type AudioEndpoint = Extract<EndpointId, `audio.${string}`>

const audioTool = (endpoint: AudioEndpoint, verb: string, icon: LucideIcon, own: Partial<Tool>): Tool => ({
  ...{ id: endpoint, endpoint, panel: 'audio', title: routes[endpoint].title, verb, icon },
  ...{ gives: 'audio', makes: ['recording', 'recordings'], fresh: {} },
  // The bare address shows speech.
  ...(endpoint !== 'audio.speech' && { tab: endpoint.slice(6) }),
  ...own,
})

/** Taking a recording over, as an item of its menu, into the field `file`. */
const hears = (words: string, types = /^audio\//): readonly Taking[] => [
  { as: 'file', types, name: (what) => `${words} ${what}` },
]

export const speechTool = audioTool('audio.speech', 'Speak', AudioLines, {
  // The one audio model that the interface names, and a voice, which its provider requires.
  fresh: { model: 'gen-4o-mini-tts', voice: 'alloy' },
})

export const voiceDesignTool = audioTool('audio.voice-design', 'Design voices', Sparkles, {
  makes: ['voice', 'voices'],
  gives: 'voices',
  // Providers require a text or this.
  fresh: { auto_generate_text: true },
})

/** The tools of the audio panel, in the order of its tabs. They share a few icons, since the first page loads them all. */
const audioTools: readonly Tool[] = [
  speechTool,
  audioTool('audio.transcriptions', 'Transcribe', Captions, {
    makes: ['transcript', 'transcripts'],
    gives: 'transcript',
    takes: hears('Transcribe'),
  }),
  voiceDesignTool,
  audioTool('audio.voice-change', 'Change voice', AudioLines, { takes: hears('Change voice in') }),
  audioTool('audio.dubbing', 'Dub', Captions, {
    makes: ['dub', 'dubs'],
    gives: 'dub',
    takes: hears('Dub', /^(?:audio|video)\//),
  }),
  audioTool('audio.music', 'Compose', AudioLines, {
    makes: ['track', 'tracks'],
    // Set, so that a track is never longer than was seen before the press.
    fresh: { music_length_ms: 30_000 },
  }),
  audioTool('audio.sound-generation', 'Generate sound', AudioLines, {
    makes: ['sound', 'sounds'],
    fresh: { duration_seconds: 5 },
  }),
  audioTool('audio.voice-isolation', 'Isolate voice', Mic, { takes: hears('Isolate voice in') }),
]

/** The registry, in the order in which a model that serves several of them is offered them. */
export const tools: readonly Tool[] = [chatTool, generateTool, editTool, videoTool, ...audioTools]

/** The registry for what is drawn below; a test provides one of its own. */
export const Tools = createContext(tools)

export const useTools = (): readonly Tool[] => use(Tools)

/** The tool of a run or shared request. Where it names none, or one that is not here, the first of its endpoint. */
export const toolOf = (
  all: readonly Tool[],
  { tool: id, endpoint }: Pick<Run, 'tool' | 'endpoint'>,
): Tool | undefined => all.find((tool) => tool.id === id) ?? firstOf(all, endpoint)

const firstOf = (all: readonly Tool[], endpoint: string) => all.find((tool) => tool.endpoint === endpoint)

/** The panel of a run; that of the runs where it has no tool. */
export const panelOf = (all: readonly Tool[], run: Pick<Run, 'tool' | 'endpoint'>): PanelPlace =>
  panelPlace(toolOf(all, run)?.panel ?? 'runs')

/** What a run is called in a list: by its endpoint, and by its tool where another tool of that endpoint stands before it. */
export function kindOf(all: readonly Tool[], run: Pick<Run, 'tool' | 'endpoint'>): string {
  const tool = toolOf(all, run)
  return tool && tool !== firstOf(all, run.endpoint) ? tool.title : (routeOf(run.endpoint)?.title ?? run.endpoint)
}

export function nounsOf({ makes: [one, many] = ['result', 'results'] }: Tool) {
  return { one, many }
}

/** The address of a tool; words without a value are left out. */
export const hrefOf = ({ panel, tab }: Tool, words: Readonly<Record<string, string | undefined>> = {}): string =>
  addressOf(panel, { tab, ...words })

const onStage = '~'

/** The address that presents a tool as it is. */
export const stageHref = ({ id }: Tool): string => `${stagePath}/${onStage}${id}`

/** The tool that an address presents, by what stands in it behind the stage's path. */
export const toolOnStage = (all: readonly Tool[], place: string): Tool | undefined =>
  all.find(({ id }) => onStage + id === place)

/** The tools that a model can be tried in; a model of which the router says nothing counts as a text model. */
export const toolsFor = (all: readonly Tool[], card: ModelCard): readonly Tool[] =>
  all.filter(({ endpoint, assumed }) => {
    const offered = offers(card, endpoint)
    return offered === 'yes' || (assumed === true && offered === 'not reported')
  })
