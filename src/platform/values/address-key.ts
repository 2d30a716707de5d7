// Common street suffixes of USPS Publication 28, appendix C1, each with the spellings that people use.
const SUFFIXES = `
aly alley allee ally
anx annex
arc arcade
ave avenue av aven avenu avn avnue
bch beach
bnd bend
blf bluff
blvd boulevard boul boulv
br branch
brg bridge
brk brook
byp bypass
cyn canyon
cpe cape
cswy causeway
ctr center centre cntr
cir circle circ crcl
clf cliff
clb club
cor corner
ct court
cts courts
cv cove
crk creek
cres crescent
xing crossing
dl dale
dr drive drv driv
est estate
ests estates
expy expressway exp expr
ext extension
fry ferry
fld field
flds fields
flt flat
frd ford
frst forest
fwy freeway
gdn garden
gdns gardens
gtwy gateway
gln glen
grn green
grv grove
hbr harbor
hvn haven
hts heights ht
hwy highway hiway hiwy highwy
hl hill
hls hills
holw hollow
is island
jct junction
knl knoll
knls knolls
lk lake
lks lakes
lndg landing
ln lane
loop loops
mnr manor
mdw meadow
mdws meadows
ml mill
mls mills
mt mount
mtn mountain
orch orchard
pkwy parkway pky pkway parkwy
pass passage
pike pikes
pne pine
pnes pines
pl place
pln plain
plns plains
plz plaza
pt point
prt port
pr prairie
rnch ranch
rpd rapid
rdg ridge
riv river
rd road
rte route
shr shore
shrs shores
spg spring
spgs springs
sq square
sta station
strm stream
st street str strt saint
smt summit
ter terrace terr
trce trace
trl trail
tpke turnpike trnpk
un union
vly valley
via viaduct
vw view
vlg village
vl ville
vis vista
walk walks
way wy
wls wells`

const DIRECTIONS = `
n north
s south
e east
w west
ne northeast
nw northwest
se southeast
sw southwest`

const ORDINALS = `
1st first
2nd second
3rd third
4th fourth
5th fifth
6th sixth
7th seventh
8th eighth
9th ninth
10th tenth
11th eleventh
12th twelfth`

const UNITS = `
unit apartment apt suite ste room rm floor fl building bldg lot space spc trailer trlr number no`

const spellings = (table: string): [spelling: string, standard: string][] =>
  table
    .trim()
    .split('\n')
    .flatMap(row => {
      const [standard = '', ...others] = row.split(' ')
      return [standard, ...others].map((spelling): [string, string] => [spelling, standard])
    })

const STANDARD = new Map([SUFFIXES, DIRECTIONS, ORDINALS, UNITS].flatMap(spellings))
const SUFFIX = new Set(spellings(SUFFIXES).map(([, standard]) => standard))

export const standardWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('#', ' unit ')
    .replaceAll(/['’]|(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replaceAll(/\b(apt|unit|ste|suite|bldg|rm|lot)(?=\d)/g, 'unit ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => STANDARD.get(word) ?? word)

const looksLikeUnit = (word: string): boolean => /^\d+[a-z]?$|^[a-df-mo-rt-vx-z]$/.test(word)

/** "12 Oak St 4B" is a unit even without the word. */
const withUnit = (words: readonly string[]): string[] => {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  return SUFFIX.has(before) && looksLikeUnit(last) ? [...words.slice(0, -1), 'unit', last] : [...words]
}

const plainUnit = (unit: string): string => unit.replaceAll(' ', '').replace(/^0+(?=\w)/, '')

export const plainStreet = (street: string): string => {
  const words = withUnit(standardWords(street))
  const at = words.indexOf('unit')
  if (at < 0) return words.join(' ')
  const units = words
    .slice(at)
    .join(' ')
    .split(/\bunit\b/)
    .map(plainUnit)
    .filter(Boolean)
  return [...words.slice(0, at), 'unit', units.join('-')].join(' ')
}

export const plainCity = (city: string): string => standardWords(city).join(' ')

type Address = { street?: string; zip?: string }

export const propertyKey = ({ street, zip }: Address): string | null =>
  street && zip ? `${plainStreet(street)}|${zip.slice(0, 5)}` : null
