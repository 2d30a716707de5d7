import { asOfYear } from './sources.ts'
import { keyOf, type VehicleDescription } from './vehicle.ts'

const MOTORCYCLE_MAKES = new Set(
  'harleydavidson harley ducati kawasaki yamaha ktm husqvarna aprilia motoguzzi mvagusta royalenfield indian vespa piaggio buell zero canam victory kymco cfmoto benelli'.split(
    ' ',
  ),
)
const MOTORCYCLE_MODELS = new RegExp(
  `^(${[
    'gold ?wing|cbr|cb ?\\d|crf|rebel|shadow|grom|africa twin|vtx|nc ?\\d|fury|ruckus|metropolitan|monkey|super cub',
    'trail ?125|navi|pcx|adv ?\\d|ctx|nx ?500|transalp|valkyrie|interceptor|magna|nighthawk|silver ?wing|xr ?\\d|st ?1[13]00',
    'gsx|gsxr|hayabusa|v-?strom|boulevard|dr-?z|dr ?\\d|sv ?650|katana|burgman|bandit|intruder|marauder|savage|tu ?250|gs ?\\d',
    'r ?\\d{4}|s ?1000|f ?[789]\\d\\d|k ?1[236]00|g ?310|c ?400|c ?6[05]0|ce ?0[24]',
    'bonneville|street triple|speed triple|tiger|rocket|scrambler|thruxton|daytona ?\\d',
  ].join('|')})`,
  'i',
)
const BUILDS_BOTH = new Set(['honda', 'suzuki', 'bmw', 'triumph'])
const MOTORCYCLE_STYLE = /\b(motorcycle|motorbike|scooter|moped|dirt ?bike|chopper|trike)\b/i
const CAMPER =
  /\b(rv|motor ?home|camper|travel trailer|trailer|bus|golf cart|atv|utv|snowmobile|boat|tractor)\b/i
const CAMPER_MAKES = new Set(
  'winnebago airstream thor fleetwood coachmen polaris arcticcat skidoo'.split(' '),
)

/** Most collector policies start at 25 years, and all of them by 30. */
const CLASSIC_YEARS = 30

export type NotACar = { field: 'make' | 'style' | 'year'; is: string }

const byStyle = (words: string): NotACar | undefined => {
  if (MOTORCYCLE_STYLE.test(words)) return { field: 'style', is: 'a motorcycle' }
  return CAMPER.test(words) ? { field: 'style', is: 'a camper or recreational vehicle' } : undefined
}

export const notACar = ({ year, make, model, style = '' }: VehicleDescription): NotACar | undefined => {
  const key = keyOf(make)
  if (MOTORCYCLE_MAKES.has(key) || (BUILDS_BOTH.has(key) && MOTORCYCLE_MODELS.test(model.trim())))
    return { field: 'make', is: 'a motorcycle' }
  if (CAMPER_MAKES.has(key)) return { field: 'make', is: 'a camper or recreational vehicle' }
  if (year <= asOfYear - CLASSIC_YEARS) return { field: 'year', is: 'a classic car' }
  return style === '' ? undefined : byStyle(style)
}
