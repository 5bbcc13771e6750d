// The languages of the page, by their native names.

export const LANGUAGES = {
  en: "English",
  sr: "Српски",
  "sr-Latn": "Srpski",
  hr: "Hrvatski",
  pl: "Polski",
  sk: "Slovenčina",
  ru: "Русский",
};
