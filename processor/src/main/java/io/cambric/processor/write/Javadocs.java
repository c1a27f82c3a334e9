package io.cambric.processor.write;

import com.palantir.javapoet.CodeBlock;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.DocComment;
import java.util.List;
import java.util.stream.Collectors;

/** The Javadoc of generated files. */
final class Javadocs {

  /** The maximum length of a comment line at the deepest indentation. */
  private static final int WIDTH = 94;

  private Javadocs() {}

  /** A comment, unchanged. */
  static CodeBlock of(DocComment doc) {
    var text = new StringBuilder(doc.body());
    for (var tag : doc.tags()) {
      boolean first = tag == doc.tags().getFirst();
      text.append(text.isEmpty() ? "" : first ? "\n\n" : "\n");
      text.append('@').append(tag.kind()).append(' ').append(tag.text());
    }
    return CodeBlock.of("$L", wrapped(text.toString()).replace("*/", "*&#47;"));
  }

  /**
   * Breaks lines that qualified links make too long, except for text in braces and preformatted
   * text.
   */
  private static String wrapped(String text) {
    return text.contains("<pre>") || text.contains("{@snippet")
        ? text
        : text.lines().map(Javadocs::wrappedLine).collect(Collectors.joining("\n"));
  }

  private static String wrappedLine(String line) {
    if (line.length() <= WIDTH) {
      return line;
    }
    int depth = line.startsWith("{@return") ? -1 : 0;
    int space = -1;
    for (int i = 0; i < line.length(); i++) {
      var c = line.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ' ' && depth <= 0 && !line.substring(0, i).isBlank() && (i <= WIDTH || space < 0)) {
        space = i;
      }
    }
    if (space < 0) {
      return line;
    }
    var indent = line.startsWith("@") || line.startsWith("    ") ? "    " : "";
    return line.substring(0, space)
        + "\n"
        + wrappedLine(indent + line.substring(space + 1).stripLeading());
  }

  /** A comment, or {@code body} where there is none. */
  static CodeBlock of(DocComment doc, String body) {
    return of(doc.body().isEmpty() ? new DocComment(body, doc.tags()) : doc);
  }

  /** A comment from a body and tags. */
  static CodeBlock of(String body, List<DocComment.Tag> tags) {
    return of(new DocComment(body, tags));
  }

  /** A tag {@code @param}, if there is something to say. */
  static List<DocComment.Tag> param(String name, String text) {
    return text.isEmpty() ? List.of() : List.of(new DocComment.Tag("param", name + " " + text));
  }

  /** The tags of these kinds. */
  static List<DocComment.Tag> tags(DocComment doc, String... kinds) {
    return doc.tags().stream().filter(tag -> List.of(kinds).contains(tag.kind())).toList();
  }

  /** The name of a class as code, after its indefinite article. */
  static String aOrAn(String name) {
    boolean vowel = "AEIOaeio".indexOf(name.charAt(0)) >= 0;
    return (vowel ? "an {@code " : "a {@code ") + name + "}";
  }

  /** A tag {@code @return}. */
  static DocComment.Tag returns(String text) {
    return new DocComment.Tag("return", text);
  }

  /** The {@code @return} text of an accessor, in the words of the description of its component. */
  static CodeBlock returned(ComponentModel component) {
    var doc = component.doc();
    var description =
        doc.isEmpty() || !isBalanced(doc)
            ? "the component {@code " + component.name() + "}"
            : doc.replaceAll("\\n\\s+", "\n");
    return CodeBlock.of("$L", wrapped("{@return " + description + "}"));
  }

  private static boolean isBalanced(String doc) {
    int depth = 0;
    for (int c : doc.chars().toArray()) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0;
  }
}
