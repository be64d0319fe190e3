// The language of the public pages: sends a German-speaking browser from / to /de/ before anything is painted, and
// stores the choice of a language link. Never against the choice, nor away from the target of a link on these pages. A
// classic script in a file of its own, because the Content-Security-Policy allows no inline script.
(function () {
  var KEY = 'headroom.language';

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
  function isGermanWanted() {
    var wanted = [chosen()].concat(navigator.languages).map(function (tag) {
      return String(tag).toLowerCase().split('-')[0];
    });
    return (
      wanted.find(function (language) {
        return language === 'de' || language === 'en';
      }) === 'de'
    );
  }

  var isFromHere = document.referrer.indexOf(location.origin + '/') === 0;
  if (location.pathname === '/' && !isFromHere && isGermanWanted()) {
    location.replace('/de/' + location.search + location.hash);
  }

  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element && event.target.closest('a[data-language]');
    if (link) keep(link.dataset.language);
  });
})();
