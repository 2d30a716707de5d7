const RATE = 0.04

/** Part of the price. An invented rate for invented carriers: each state has its own. */
export const surplusTaxes = (annual_price: number) => [
  {
    label: 'Surplus lines tax (example)',
    amount_cents: Math.round((annual_price * 100 * RATE) / (1 + RATE)),
  },
]
