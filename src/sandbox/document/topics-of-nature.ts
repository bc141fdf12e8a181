import type { Topic } from './topic.ts'

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
