// For the app's HTML, before it is painted: hides a form that is not what this visitor is to see, until the form's own script
// has put the right thing in its place, and asks who is signed in while the app is still on its way. Classic, and in a file of
// its own: the Content-Security-Policy allows no inline script.
(function () {
  var root = document.documentElement;
  var RELOADED = 'headroom.earlyReload';

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Some private windows allow no storage.
    }
  }

  /** As the app decides (web/src/lib/storage.ts): who has logged out here is not asked about again. */
  function isSignedIn() {
    if (stored('headroom.logoutPending') !== null) return false;
    return document.cookie.split('; ').includes('headroom_signed_in=1') || stored('headroom.user') !== null;
  }

  /** As the app decides (web/src/lib/language.ts). */
  function isGermanWanted() {
    var wanted = [stored('headroom.language')].concat(navigator.languages).map(function (tag) {
      return String(tag).toLowerCase().split('-')[0];
    });
    return (
      wanted.find(function (language) {
        return language === 'de' || language === 'en';
      }) === 'de'
    );
  }

  if (isGermanWanted()) root.lang = 'de';
  if (isSignedIn()) {
    root.dataset.wait = 'app';
    // Public displays ask nobody who is signed in. The answer, or that there is none, is for the app (session-api.ts).
    if (!location.pathname.startsWith('/display/')) {
      window.headroomVerify = fetch('/api/auth/verify', { method: 'GET', credentials: 'same-origin' });
      window.headroomVerify.catch(function () {});
    }
  }
  if (!root.dataset.wait && root.lang === 'de') root.dataset.wait = 'form';

  /** A deploy may have replaced the scripts that this HTML names: newer HTML names those that are there. Once in each tab. */
  function reloadOnce() {
    try {
      if (sessionStorage.getItem(RELOADED) !== null) return;
      sessionStorage.setItem(RELOADED, '1');
    } catch {
      return; // Where nothing can be kept, nothing would end a loop of reloads.
    }
    location.reload();
  }

  window.addEventListener(
    'error',
    function (event) {
      if (!(event.target instanceof HTMLScriptElement) || event.target.type !== 'module') return;
      // What is there is English, and posts to the server, which says what is missing.
      delete root.dataset.wait;
      root.lang = 'en';
      reloadOnce();
    },
    true,
  );
})();
