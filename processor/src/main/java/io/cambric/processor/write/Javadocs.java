package io.cambric.processor.write;

import com.palantir.javapoet.CodeBlock;
import io.cambric.processor.read.DocComment;
import java.util.List;

/** Javadoc as generated files have it. */
final class Javadocs {

  private Javadocs() {}

  /** A comment as it is. */
  static CodeBlock of(DocComment doc) {
    var text = new StringBuilder(doc.body());
    for (var tag : doc.tags()) {
      boolean first = tag == doc.tags().getFirst();
      text.append(text.isEmpty() ? "" : first ? "\n\n" : "\n");
      text.append('@').append(tag.kind()).append(' ').append(tag.text());
    }
    return CodeBlock.of("$L", text.toString().replace("*/", "*&#47;"));
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
}
