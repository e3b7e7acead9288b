// Runs before the app: sets language and colours as they were left, so that the first paint is right, and shows a note
// where the app cannot start or has stopped. The texts typed are kept by the app in localStorage before they are checked.
(function () {
  'use strict';
  var root = document.documentElement;

  function kept(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (_) {
      return null;
    }
  }

  var look = kept('groundcheck.look') || {};
  var hebrew = look.language ? look.language === 'he' : /^(he|iw)\b/.test(navigator.language || '');
  root.lang = hebrew ? 'he' : 'en';
  root.dir = hebrew ? 'rtl' : 'ltr';
  if (look.scheme === 'dark' || look.scheme === 'light') root.dataset.theme = look.scheme;

  var view = /^\/(records|reports|review)\/?$/.exec(location.pathname);
  if (view) root.dataset.view = view[1];

  var started = false;
  window.addEventListener('TrunkApplicationStarted', function () {
    started = true;
    root.classList.add('is-started');
  });

  function broke() {
    if (root.classList.contains('is-broken')) return;
    root.classList.add('is-broken');
    var note = document.getElementById('broken');
    var answer = kept('groundcheck.answer');
    note.querySelector('textarea').value = typeof answer === 'string' ? answer : '';
    // Nothing behind the note can be used or shown over it any more.
    document.getElementById('app').inert = true;
    document.querySelectorAll('dialog[open]').forEach(function (dialog) {
      dialog.close();
    });
    note.hidden = false;
    note.querySelector('[data-action=reload]').addEventListener('click', function () {
      location.reload();
    });
    // An answer that stopped the app would stop it again: this leaves it behind, after the reader had a chance to copy it.
    note.querySelector('[data-action=clear]').addEventListener('click', function () {
      try {
        localStorage.setItem('groundcheck.answer', '""');
      } catch (_) {
        // Then there is nothing to leave behind either.
      }
      location.reload();
    });
    note.focus();
  }

  // Whatever threw, what is shown may be out of date. A notice of the browser's own, as of ResizeObserver, has no error.
  window.addEventListener('error', function (event) {
    if (event.error || !started) broke();
  });
  window.addEventListener('unhandledrejection', function (event) {
    if (event.reason instanceof Error || !started) broke();
  });
})();
