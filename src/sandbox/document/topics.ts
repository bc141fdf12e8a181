import type { Topic } from './prose.ts'

const audio: Topic = {
  title: 'The quiet studio',
  headings: [
    'Before the first take',
    'Where the noise lives',
    'Listening back',
    'Cables and patience',
    'A room that tells the truth',
  ],
  things: ['preamp', 'ribbon microphone', 'patch bay', 'plate reverb', 'tape machine', 'headphone amp'],
  sentences: [
    'Put the {thing} where you can reach it **without standing up**, and you will reach for it more often.',
    'A take at {n} dB below full scale leaves room for the one loud word that {name} always saves for the chorus.',
    'Noise has an address: unplug one thing at a time, listen, and write down *which* silence was the deepest.',
    'The old rule still holds: **move the microphone first**, turn a knob second, open a plug-in last.',
    '{name} labels both ends of every cable, because a {thing} only fails at {time}, when nobody wants to guess.',
    'A room of {n} square metres has opinions about bass; two thick curtains are usually enough to change its mind.',
    'Phase is easiest to hear in mono, so press the button, walk to the door, and come back *slowly*.',
    'Keep the session at `48 kHz` unless somebody can name a reason, and let the {thing} do the rest.',
    'There is a [short guide to gain staging](https://studio.example/gain) that fits on one page and saves {few} afternoons.',
    'What sounds warm in headphones may only be slow; **compare it with a record you know by heart**.',
    'Silence before the count-in is part of the performance, and the {thing} should record it too.',
    'When {name} says that it feels right, stop measuring and make a copy.',
  ],
}

const typography: Topic = {
  title: 'Letters for small screens',
  headings: [
    'The measure',
    'Weight and colour',
    'A case for small capitals',
    'Numbers that line up',
    'What the margin is for',
  ],
  things: ['italic', 'ligature', 'serif', 'em dash', 'footnote', 'drop cap'],
  sentences: [
    'A line of {n} characters asks for more leading than you think, and **forgives** almost anything else.',
    'The {thing} is a whisper: use it where a reader would *lean in*, and nowhere else.',
    'Set the body first, at the size in which it will be read, and let the headings grow out of it.',
    '{name} prints every page once, pins it to the wall in {town}, and looks at it from across the room.',
    'Tabular figures, written `font-variant-numeric: tabular-nums`, keep a column still while its numbers change.',
    'Two weights are plenty; a third one needs a job that **neither of the others** can do.',
    'A good {thing} is noticed only on the second reading, which is exactly when it should be.',
    'White space is not empty: it tells the eye which of {few} things belongs to which.',
    'The [specimen from {town}](https://press.example/specimen) shows the same sentence at {n} sizes, and only {few} of them fail.',
    'Hyphens join, dashes part, and the minus sign stands at the height of the plus: −4, not -4.',
    'Colour on a page of text comes from rhythm, so squint at it until the words are gone.',
    'Nobody ever thanked {name} for the {thing}, and nobody ever stopped reading because of it.',
  ],
}

const networks: Topic = {
  title: 'How a packet finds its way',
  headings: [
    'The first hop',
    'What a queue remembers',
    'Time-outs, kindly set',
    'Reading a trace',
    'When the far side is silent',
  ],
  things: ['router', 'resolver', 'load balancer', 'packet', 'proxy', 'socket'],
  sentences: [
    'Every {thing} between here and {town} adds a little delay, and **none of them** will mention it.',
    'A time-out is a guess about somebody else; {n} seconds is a generous one, and {few} is rude.',
    'Retry what is free, ask before you repeat what is paid, and *never* do both in the same loop.',
    'The trace from {time} shows {n} requests, {few} answers, and one {thing} that was sure it had done its part.',
    'Backpressure is only politeness: **the one who is slower sets the pace**.',
    'Watch `curl -v` once with fresh eyes, and half of what looked like magic turns into a few lines of text.',
    '{name} keeps a list of failures that were blamed on the network; the network had done {few} of them.',
    'A stream that stops without saying goodbye is not finished, however *tidy* its last line looks.',
    'The [notes on graceful shutdown](https://harbour.example/shutdown) are short: stop listening, finish what you hold, leave.',
    'Count bytes at both ends; when the numbers differ, the {thing} in the middle has something to tell you.',
    'Names are looked up more often than anyone thinks, so a slow {thing} feels like a slow everything.',
    'At {time} the line to {town} is quiet enough to hear which of the {few} hops is tired.',
  ],
}

const clocks: Topic = {
  title: 'Keeping time',
  headings: [
    'The pendulum and the weather',
    'A second, more or less',
    'Oil, sparingly',
    'Zones and their borders',
    'Setting the hands',
  ],
  things: ['escapement', 'mainspring', 'pendulum', 'dial', 'balance wheel', 'minute hand'],
  sentences: [
    'A {thing} gains {n} seconds a week in {season}, and gives most of them back *without being asked*.',
    '{name} winds the hall clock every Sunday at {time}, which is as good a calendar as any.',
    'Two clocks disagree, three start a vote, and **one alone is always right**.',
    'Oil is for the pivots only; a drop the size of a full stop will last {few} years.',
    'Store the instant, show the local time, and write the zone beside it: `2026-03-29T01:30:00Z`.',
    'The tower in {town} strikes {few} minutes late, and the whole town is punctual by it.',
    'When the {thing} stops, listen first: a watch that is only dirty sounds *sleepy*, not broken.',
    'Nothing teaches patience like a {thing} that must run for {n} days before you may touch it again.',
    'There is a [table of leap seconds](https://almanac.example/leap) that every scheduler should read with respect.',
    'A **monotonic** clock cannot tell you the date, and that is why it can be trusted with a race.',
    'The {thing} came from {town} in a box of wool, still ticking, and has not been late since.',
    'Time spent looking for the right screwdriver is *part of the repair*.',
  ],
}

/** Things that people make and mend. */
export const topicsOfCraft: readonly Topic[] = [audio, typography, networks, clocks]

const tides: Topic = {
  title: 'Reading the tide',
  headings: [
    'Twice a day, nearly',
    'The moon keeps the ledger',
    'Springs and neaps',
    'Signs on the harbour wall',
    'What the sand remembers',
  ],
  things: ['tide pool', 'harbour wall', 'gauge', 'channel', 'sandbank', 'causeway'],
  sentences: [
    'High water at {town} comes about {n} minutes later each day, and the {thing} knows it before the almanac does.',
    'The moon pulls, the land leans, and the sea arrives **a little late** for both of them.',
    'At springs the {thing} is gone for {few} hours; at neaps you may walk out and keep your boots *dry*.',
    '{name} chalks the height on the stone at {time}, as the keeper before did, and the one before that.',
    'A table gives the hour, but the wind from the south-west adds {n} centimetres of its own opinion.',
    'Watch the boats: when they all point the same way, the {thing} has begun to fill.',
    'The range here is {few} metres, which is **modest**, until you have left a bicycle on the beach.',
    'Predictions for the {thing} are sums of simple waves, `h = a·cos(ωt + φ)`, added up until they look like the sea.',
    'The [harbour notes](https://harbour.example/tides) list {n} stations and one charming mistake.',
    'In {season} the lowest water comes before breakfast, and the birds have *always* known.',
    'What the sea lays down on the {thing} at night, it comes back to read in the morning.',
    'Slack water lasts about as long as a cup of tea, so {name} drinks it standing.',
  ],
}

const garden: Topic = {
  title: 'A garden in a small yard',
  headings: ['Soil first', 'The north wall', 'Water in the evening', 'What to sow with children', 'Letting things go'],
  things: ['compost heap', 'bean row', 'apple tree', 'water butt', 'cold frame', 'herb bed'],
  sentences: [
    'Feed the soil and the {thing} will see to the rest; **plants are only the visible half**.',
    'In {season} the light reaches the back wall at {time}, which decides what can live there.',
    '{name} sows {few} rows more than needed, and gives the difference to the neighbours and the snails.',
    'Water slowly, seldom and deep: {n} litres once are worth more than a *nervous* sprinkle every day.',
    'The {thing} is not untidy, it is busy, and by {season} it will have done more work than anyone.',
    'Write the names on slate, not on wood; a label that rots makes a mystery of the best tomato in {town}.',
    'Prune the {thing} with a sharp knife and a clear reason, and stop **one cut early**.',
    'The [sowing calendar](https://garden.example/calendar) is right about everything except the weather.',
    'A square metre, counted as `1 m²` and treated as a whole country, is enough for {few} kinds of salad.',
    'Slugs keep regular hours; a walk at {time} with a lantern is the only remedy that never fails.',
    'Leave the seed heads standing until the end of {season}, for the finches, and for the frost to draw on.',
    'There are {n} worms under this spade, and *every one* of them is on your side.',
  ],
}

const bread: Topic = {
  title: 'Bread, on a weekday',
  headings: [
    'Flour, water, salt',
    'The long rest',
    'Shaping without flour on the ceiling',
    'A hot oven',
    'What to do with the heel',
  ],
  things: ['sourdough', 'rye loaf', 'flat bread', 'baguette', 'tin loaf', 'starter'],
  sentences: [
    'Weigh everything: {n} grams of water are **exactly** that, and a cup is only an opinion.',
    'The {thing} rises on its own time, and at {time} in {season} its own time is slow.',
    '{name} keeps the starter in a jar by the window and calls it by the name of an aunt from {town}.',
    'Salt is added late so that the flour can drink in peace, which takes about {n} minutes.',
    'A dough that *sighs* when it is touched is ready; one that springs back is still thinking.',
    'The formula fits in a margin: `flour 100, water 68, salt 2`, and patience to taste.',
    'Steam in the first {few} minutes lets the crust open where you meant it to.',
    'Do not cut the {thing} hot, whatever anybody says; **the crumb is still being made**.',
    'The [mill at {town}](https://mill.example/flour) grinds on Thursdays and answers letters on Fridays.',
    "Yesterday's {thing} makes tomorrow's soup, and nobody at the table will call it frugal.",
    'An oven has {few} corners and only one of them tells the truth about its temperature.',
    'When the kitchen smells right, wait *five minutes more*.',
  ],
}

const maps: Topic = {
  title: 'Maps for walkers',
  headings: ['North, roughly', 'Contours', 'Paths that are only habits', 'The legend', 'Coming home by another way'],
  things: ['contour line', 'footbridge', 'ridge', 'milestone', 'ford', 'shelter'],
  sentences: [
    'Where the lines crowd together the hill is steep, and **your lungs will confirm it** before the summit.',
    'The path to {town} is a habit rather than a road, and after {season} it has to be learned again.',
    '{name} walks {n} kilometres with a map that shows {few} of them, and is never lost, only early.',
    'A {thing} on paper is a promise; a {thing} in fog at {time} is a *friend*.',
    'Turn the map until it agrees with the valley, and the names will fall into place.',
    'The grid reference `NT 28 73` is short enough to shout across a river.',
    'Every sheet has a corner where the surveyor was tired; look for the {thing} without a name.',
    'Scale is a decision about what **not** to say: at one to fifty thousand, every dog has been left out.',
    'The [county survey](https://maps.example/survey) marks {n} wells, and {few} of them still have water.',
    'Blue is for water, brown is for height, and black is for what people insisted on.',
    'Fold it so that today is on the outside, and put the rest of the country *in your pocket*.',
    'If the {thing} is not where it should be, ask first whether you are.',
  ],
}

/** Things that grow, rise and flow. */
export const topicsOfNature: readonly Topic[] = [tides, garden, bread, maps]
