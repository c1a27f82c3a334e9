package io.cambric.site;

/** Text in HTML. */
final class Html {

  private Html() {}

  /** {@return text with the signs of HTML escaped, also for attributes} */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
