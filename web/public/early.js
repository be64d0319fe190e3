// Runs before the app's HTML is painted (docs/decisions/0020-the-login-before-react.md).
(function () {
  var root = document.documentElement;
  var RELOADED = 'headroom.earlyReload';
  var data = document.currentScript.dataset;
  // The page is in the first.
  var LANGUAGES = data.languages.split(' ');
  var RTL = (data.rtl || '').split(' ');
  var isPressed = false;

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /** Like session/storage.ts: after a logout here the server is not asked again. */
  function isSignedIn() {
    if (stored('headroom.logoutPending') !== null) return false;
    return document.cookie.split('; ').includes('headroom_signed_in=1') || stored('headroom.user') !== null;
  }

  function setLanguage(language) {
    root.lang = language;
    root.dir = RTL.includes(language) ? 'rtl' : 'ltr';
  }

  // Like texts/language.ts.
  var wanted = [stored('headroom.language'), ...navigator.languages]
    .map((tag) => String(tag).toLowerCase().split('-')[0])
    .find((language) => LANGUAGES.includes(language));
  setLanguage(wanted || LANGUAGES[0]);
  if (isSignedIn()) {
    root.dataset.wait = 'app';
    // Displays and inspectors' links ask nobody. session-api.ts awaits the answer.
    if (!/^\/(display|inspect)\//.test(location.pathname)) {
      window.headroomVerify = fetch('/api/auth/verify', { method: 'GET', credentials: 'same-origin' });
      window.headroomVerify.catch(function () {});
    }
  }
  if (!root.dataset.wait && root.lang !== LANGUAGES[0]) root.dataset.wait = 'form';

  /** Newer HTML names the scripts of a new deploy. Once in each tab. */
  function reloadOnce() {
    try {
      if (sessionStorage.getItem(RELOADED) !== null) return;
      sessionStorage.setItem(RELOADED, '1');
    } catch {
      return; // Nothing would end a loop.
    }
    isPressed = false;
    location.reload();
  }

  /** Keeps a press while the form lacks its script, and with it the code of a join link. */
  function holdPress(event) {
    if (!(event.target instanceof Element) || !event.target.closest('[type="submit"]')) return;
    event.preventDefault();
    isPressed = true;
    root.dataset.pressed = '';
  }

  /** The scripts have run, or could not be loaded: then the server says what is missing. */
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
      delete root.dataset.wait;
      setLanguage(LANGUAGES[0]);
      reloadOnce();
    },
    true,
  );
})();
