/** Operators and assistants hold no license: they pass on what the agency recommends and add nothing. */
export const SHOW_OFFERS =
  'Show all offers unchanged. The agency marks one as recommended and says why: pass that on in its words. Add no recommendation of your own, and refer questions about suitability to the agency.'
