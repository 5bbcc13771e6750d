// The languages of the page, each in its own words.

export const LANGUAGES = {
  en: "English",
  sr: "Српски",
  "sr-Latn": "Srpski",
  hr: "Hrvatski",
  pl: "Polski",
  sk: "Slovenčina",
  ru: "Русский",
};
