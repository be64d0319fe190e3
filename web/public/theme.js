// Without this script the page follows the system's theme.
(function () {
  var root = document.documentElement;

  function stored() {
    try {
      return localStorage.getItem('headroom.theme');
    } catch {
      return null;
    }
  }

  /** Each theme-color in the head is for one scheme: a choice makes it apply always or never. */
  function paintBrowser() {
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      var scheme = meta.dataset.scheme || (meta.getAttribute('media').indexOf('dark') < 0 ? 'light' : 'dark');
      meta.dataset.scheme = scheme;
      var chosen = root.dataset.theme;
      var always = chosen === scheme ? 'all' : 'not all';
      meta.setAttribute('media', chosen ? always : '(prefers-color-scheme: ' + scheme + ')');
    });
  }

  function apply(theme) {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    paintBrowser();
  }

  apply(stored());
  // The head may continue below this script.
  document.addEventListener('DOMContentLoaded', paintBrowser);
  // The theme switch, in this window and in others.
  window.addEventListener('headroom:theme', function (event) {
    apply(event.detail);
  });
  window.addEventListener('storage', function (event) {
    if (event.key === 'headroom.theme') apply(event.newValue);
  });
})();
