// The language of the public pages: sends a browser that prefers another language
// from / to the folder of that language before anything is painted, and
// stores the choice of a language link. Never against the choice, nor away from the target of a link on these pages. A
// classic script in a file of its own, because the Content-Security-Policy allows no inline script.
(function () {
  var KEY = 'headroom.language';
  /** The codes of the languages; the first is that of /. */
  var LANGUAGES = document.currentScript.dataset.languages.split(' ');

  function chosen() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // Some private windows allow no storage.
    }
  }

  function keep(language) {
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // The link works all the same.
    }
  }

  /** Like the app (web/src/texts/language.ts). */
  var wanted = [chosen(), ...navigator.languages]
    .map((tag) => String(tag).toLowerCase().split('-')[0])
    .find((language) => LANGUAGES.includes(language));
  var isFromHere = document.referrer.indexOf(location.origin + '/') === 0;
  if (location.pathname === '/' && !isFromHere && wanted && wanted !== LANGUAGES[0]) {
    location.replace('/' + wanted + '/' + location.search + location.hash);
  }

  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element && event.target.closest('a[data-language]');
    if (link) keep(link.dataset.language);
  });
})();
