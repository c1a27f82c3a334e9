package io.cambric.text.split;

import io.cambric.text.pattern.Spans;
import io.cambric.text.unicode.Scripts;
import java.lang.Character.UnicodeScript;

/** Runs of characters of one script, from the first character that has one. */
final class ScriptRuns {

  private ScriptRuns() {}

  static Spans find(String text) {
    var spans = new Spans();
    var last = UnicodeScript.UNKNOWN;
    int start = -1;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      var script = Scripts.of(c);
      if (script != UnicodeScript.UNKNOWN && script != last) {
        if (start >= 0) {
          spans.add(start, i, false);
        }
        start = i;
        last = script;
      }
      i += Character.charCount(c);
    }
    if (start >= 0) {
      spans.add(start, text.length(), false);
    }
    return spans;
  }
}
