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
    var size = new Html().add(" width=\"%d\" height=\"%d\"", width, height);
    var head =
        "<style>\n"
            + Style.chart()
            + "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n";
    return element(size.toString(), head);
  }

  /** {@return an element of a page that has the style} */
  String inPage() {
    return element("", "");
  }

  private String element(String attributes, String head) {
    return new Html()
        .raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\"" + attributes)
        .add(" viewBox=\"0 0 %d %d\" aria-label=\"%s\">\n", width, height, description)
        .raw(head)
        .raw(content.toString())
        .raw("</svg>\n")
        .toString();
  }
}
