package io.cambric.nn.report;

/**
 * A picture as one element of SVG.
 *
 * @param width in pixels
 * @param height in pixels
 * @param description for readers that cannot see it
 * @param content its elements
 */
record Drawing(int width, int height, String description, Html content) {

  /** {@return the text of a file} */
  String alone() {
    var head =
        "<style>\n"
            + Style.chart()
            + "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n";
    var size =
        new Html()
            .add("width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", width, height, width, height);
    return element("chart", size, description, head + content);
  }

  /** {@return an element of a page that has the style; texts grow and shrink with it} */
  String inPage() {
    var size = new Html().add("viewBox=\"0 0 %d %d\"", width, height);
    return element("chart", size, description, content.toString());
  }

  /** {@return an element with attributes and content in SVG} */
  static String element(String classes, Html attributes, String description, String content) {
    return new Html()
        .raw("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"")
        .add(" class=\"%s\" ", classes)
        .raw(attributes.toString())
        .add(" aria-label=\"%s\">\n", description)
        .raw(content)
        .raw("</svg>\n")
        .toString();
  }
}
