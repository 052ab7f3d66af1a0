const en = {
  controls: {
    'Map.Title': 'Map; move it with the arrow keys, zoom with plus and minus',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'AttributionControl.ToggleAttribution': 'Show where the map comes from',
    'Popup.Close': 'Close',
    'Marker.Title': 'Position',
  } as Record<string, string>,
}

const sv: typeof en = {
  controls: {
    'Map.Title': 'Karta; flytta den med piltangenterna, zooma med plus och minus',
    'NavigationControl.ZoomIn': 'Zooma in',
    'NavigationControl.ZoomOut': 'Zooma ut',
    'AttributionControl.ToggleAttribution': 'Visa varifrån kartan kommer',
    'Popup.Close': 'Stäng',
    'Marker.Title': 'Läge',
  },
}

/** The words of maps. */
export const mapWords = { en, sv }
