import { wordsOf } from '../../src/words/words.ts'

export const mapWords = wordsOf({
  cannotDraw: [
    'This browser cannot draw the map (WebGL is missing). Everything else works without it.',
    'Webbläsaren kan inte rita kartan (WebGL saknas). Allt annat fungerar utan den.',
  ],
  controls: {
    'Map.Title': [
      'Map; move it with the arrow keys, zoom with plus and minus',
      'Karta; flytta den med piltangenterna, zooma med plus och minus',
    ],
    'NavigationControl.ZoomIn': ['Zoom in', 'Zooma in'],
    'NavigationControl.ZoomOut': ['Zoom out', 'Zooma ut'],
    'AttributionControl.ToggleAttribution': ['Show where the map comes from', 'Visa varifrån kartan kommer'],
    'Popup.Close': ['Close', 'Stäng'],
    'Marker.Title': ['Position', 'Läge'],
  },
})
