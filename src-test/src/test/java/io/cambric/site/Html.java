package io.cambric.site;

import java.util.regex.Pattern;

/** Text in HTML. */
final class Html {

  /** The text of a link that is one long name, as that of a class. */
  private static final Pattern NAME = Pattern.compile(">([A-Z]\\w{13,})</a>");

  private Html() {}

  /** {@return text with the signs of HTML escaped, also for attributes} */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** {@return HTML in which long names of links may break between their words} */
  static String breakable(String html) {
    return NAME.matcher(html)
        .replaceAll(name -> name.group().replaceAll("(?<=[a-z])(?=[A-Z][a-z])", "<wbr>"));
  }
}
