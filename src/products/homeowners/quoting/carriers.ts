import type { HomeCarrier } from '../../../agency/carriers/homeowners/carrier.ts'
import { carriersOf } from '../../line/offers/carriers.ts'

export const homeCarriers = carriersOf<HomeCarrier>('homeowners')
