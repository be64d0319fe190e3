// For the app's HTML, before it is painted: hides a form that this visitor should not see until the form's own script
// has replaced it, keeps a press on a form that is shown until then, and asks who is signed in while the app is still
// loading. A classic script in a file of its own, because the Content-Security-Policy allows no inline script.
(function () {
  var root = document.documentElement;
  var RELOADED = 'headroom.earlyReload';
  var isPressed = false;

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Some private windows allow no storage.
    }
  }

  /** Like the app (web/src/session/storage.ts): after a logout here the server is not asked again. */
  function isSignedIn() {
    if (stored('headroom.logoutPending') !== null) return false;
    return document.cookie.split('; ').includes('headroom_signed_in=1') || stored('headroom.user') !== null;
  }

  /** Like the app (web/src/texts/language.ts). */
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
    // Public displays and inspectors' links ask nobody who is signed in. The answer, or its absence, is for the app
    // (session-api.ts).
    if (!/^\/(display|inspect)\//.test(location.pathname)) {
      window.headroomVerify = fetch('/api/auth/verify', { method: 'GET', credentials: 'same-origin' });
      window.headroomVerify.catch(function () {});
    }
  }
  if (!root.dataset.wait && root.lang === 'de') root.dataset.wait = 'form';

  /**
   * A deploy may have replaced the scripts that this HTML names: newer HTML names the present ones. Once in each tab.
   */
  function reloadOnce() {
    try {
      if (sessionStorage.getItem(RELOADED) !== null) return;
      sessionStorage.setItem(RELOADED, '1');
    } catch {
      return; // Without storage nothing would end a loop of reloads.
    }
    isPressed = false;
    location.reload();
  }

  /** Keeps a press on the form's button while the form still lacks its script, and with it the code of a join link. */
  function holdPress(event) {
    if (!(event.target instanceof Element) || !event.target.closest('[type="submit"]')) return;
    event.preventDefault();
    isPressed = true;
    root.dataset.pressed = '';
  }

  /** The page's scripts have run, or could not be loaded: then the server says what is missing. */
  function sendPressed() {
    window.removeEventListener('click', holdPress, true);
    delete root.dataset.pressed;
    var form = isPressed && document.querySelector('form');
    if (form) form.requestSubmit();
  }

  if (document.readyState === 'loading') {
    window.addEventListener('click', holdPress, true);
    document.addEventListener('DOMContentLoaded', sendPressed, { once: true });
  }

  window.addEventListener(
    'error',
    function (event) {
      if (!(event.target instanceof HTMLScriptElement) || event.target.type !== 'module') return;
      // The form is in English and posts to the server, which says what is missing.
      delete root.dataset.wait;
      root.lang = 'en';
      reloadOnce();
    },
    true,
  );
})();
